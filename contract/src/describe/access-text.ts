import type { Operation } from '../language/operation.ts'
import { abilities, permissions } from '../language/permissions.ts'

/** What a caller needs for an operation, in a sentence. */
export function accessText({ caller, ability }: Pick<Operation, 'caller' | 'ability'>): string {
  if (caller === 'operator') return 'Needs the operator’s token.'
  const giving = abilities[ability]
  if (giving.length === permissions.length) return 'Any permission is enough.'
  const named = giving.map((permission) => `\`${permission}\``).join(', ')
  return `Needs ${giving.length > 1 ? 'one of the permissions' : 'the permission'} ${named}.`
}
