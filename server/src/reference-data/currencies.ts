import * as dinero from 'dinero.js/currencies'

/** The ISO 4217 currencies with the decimal digits of their minor unit. */
export const currencies: ReadonlyMap<string, number> = new Map(
  Object.values(dinero)
    .map(({ code, exponent }) => [code, exponent] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1)),
)
