import * as dinero from 'dinero.js/currencies'

// Their main unit is five of the minor one, which the library counts as one digit; ISO 4217 gives them two.
const fifths = ['MGA', 'MRU']

/** The ISO 4217 currencies with the decimal digits of their minor unit. */
export const currencies: ReadonlyMap<string, number> = new Map(
  Object.values(dinero)
    .map(({ code, exponent }) => [code, fifths.includes(code) ? 2 : exponent] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1)),
)
