/** The forms that a resource's one name takes in documents. */

/** `lineItems` → `line-items`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `lineItems` → `Line items`. */
export function words(name: string): string {
  return upperFirst(kebab(name).replaceAll('-', ' '))
}

/** `create` → `Create`. */
export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/(criteri)a$/i, '$1on'],
  [/ies$/, 'y'],
  [/(ss|us|is|media)$/i, '$1'],
  [/s$/, ''],
]

/** `lineItems` → `lineItem`; words without a plural stay. */
export function singular(name: string): string {
  const [pattern, ending] = endings.find(([pattern]) => pattern.test(name)) ?? [/$/, '']
  return name.replace(pattern, ending)
}
