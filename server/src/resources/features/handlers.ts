import type { contract } from '@billposter/contract'
import type { FeatureKey } from '@billposter/contract/resources/features'
import type { Handlers } from '../../store/call.ts'
import { deleteFeatures, featuresOf, insertFeatures } from './rows.ts'

export { deleteFeatures as removeFeatures, featuresOf, insertFeatures as addFeatures } from './rows.ts'

export const handlers: Handlers<typeof contract.features> = {
  async list(call, { account_id, feature_keys }) {
    const granted = await featuresOf(call, account_id)
    const asked: readonly FeatureKey[] | undefined = feature_keys
    return asked ? granted.filter((key) => asked.includes(key)) : granted
  },

  async add(call, { account_id, feature_keys }) {
    await insertFeatures(call, feature_keys)
    return featuresOf(call, account_id)
  },

  async remove(call, { account_id, feature_keys }) {
    await deleteFeatures(call, feature_keys)
    return featuresOf(call, account_id)
  },
}
