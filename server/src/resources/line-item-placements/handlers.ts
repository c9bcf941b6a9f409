import type { contract } from '@billposter/contract'
import { productTypes } from '@billposter/contract/resources/line-items'
import { placementCombinations } from '../../reference-data/placements.ts'
import type { Handlers } from '../../store/call.ts'

export const handlers: Handlers<typeof contract.lineItemPlacements> = {
  list(_call, { product_type }) {
    const asked = product_type === undefined ? productTypes : [product_type]
    return asked.map((type) => ({ product_type: type, placements: placementCombinations[type] }))
  },
}
