import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Random } from './random.ts'

/** What is done with the key that lives outside the database. A copy of the database alone opens nothing. */
export interface Keys {
  /** Encrypts a secret for `context` (what it belongs to); only the same context opens it. */
  seal(secret: string, context: string): Buffer
  open(sealed: Buffer, context: string): string
  /** A short keyed digest that only this service can make. */
  sign(text: string): string
  /** Tells whether a database was written with this key. */
  readonly fingerprint: string
}

const nonceLength = 12
const tagLength = 16

export function createKeys(master: Buffer, random: Random): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `billposter ${purpose}`, 32))
  const sealing = derive('sealing')
  const signing = derive('signing')
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url').slice(0, 16)
  return {
    seal(secret, context) {
      const nonce = random.bytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context))
      return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, nonceLength))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(-tagLength))
      return decipher.update(sealed.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
    },
    sign,
    fingerprint: sign('fingerprint'),
  }
}
