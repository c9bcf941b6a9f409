import type { placements, productTypes } from '@billposter/contract/resources/line-items'

type Placement = (typeof placements)[number]

/** The combinations of placements that each product type can have; the order within one does not matter. */
export const placementCombinations: Readonly<Record<(typeof productTypes)[number], Placement[][]>> = {
  MEDIA: [
    ['ALL_ON_PLATFORM'],
    ['PUBLISHER_NETWORK'],
    ['TAP_BANNER'],
    ['TAP_FULL'],
    ['TAP_FULL_LANDSCAPE'],
    ['TAP_NATIVE'],
    ['TAP_MRECT'],
  ],
  PROMOTED_ACCOUNT: [['ALL_ON_PLATFORM'], ['PLATFORM_TIMELINE']],
  PROMOTED_POSTS: [
    ['ALL_ON_PLATFORM'],
    ['ALL_ON_PLATFORM', 'PUBLISHER_NETWORK'],
    ['PUBLISHER_NETWORK'],
    ['PUBLISHER_NETWORK', 'PLATFORM_TIMELINE'],
    ['PLATFORM_SEARCH'],
    ['PLATFORM_TIMELINE'],
    ['PLATFORM_PROFILE', 'PLATFORM_TIMELINE'],
    ['PLATFORM_PROFILE', 'PLATFORM_SEARCH'],
    ['PLATFORM_SEARCH', 'PLATFORM_TIMELINE'],
    ['PLATFORM_PROFILE', 'PLATFORM_SEARCH', 'PLATFORM_TIMELINE'],
    ['PLATFORM_REPLIES', 'PLATFORM_TIMELINE'],
  ],
}
