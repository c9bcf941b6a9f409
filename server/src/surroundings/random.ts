import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Chance, for secrets and request ids. */
export interface Random {
  bytes(length: number): Buffer
  /** Letters and digits. */
  alphanumerics(length: number): string
  /** Decimal digits. */
  digits(length: number): string
  uuid(): string
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function pick(from: string, length: number): string {
  return Array.from({ length }, () => from[randomInt(from.length)]).join('')
}

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  alphanumerics: (length) => pick(alphabet, length),
  digits: (length) => pick(alphabet.slice(0, 10), length),
  uuid: () => randomUUID(),
}
