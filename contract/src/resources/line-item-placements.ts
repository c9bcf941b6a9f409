import { arrayOf, object, oneOf } from '../language/field.ts'
import { array, operation } from '../language/operation.ts'
import { optional } from '../language/params.ts'
import { placements, productTypes } from './line-items.ts'

export const lineItemPlacements = {
  list: operation({
    method: 'GET',
    path: '/line_items/placements',
    summary: 'List the placements that each product type can have; each inner list is one valid combination.',
    spec: '4.5',
    params: { product_type: optional(oneOf(...productTypes), 'Only this product type.') },
    answer: array(object({ product_type: oneOf(...productTypes), placements: arrayOf(arrayOf(oneOf(...placements))) })),
  }),
}
