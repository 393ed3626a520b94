import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import type { Random } from '../kit/random.ts'

const prefix = 'enc:v1:'
const nonceBytes = 24
const keyBytes = 32

/** APP_ENCRYPTION_KEY is missing or is not 32 bytes as 64 hexadecimal digits or base64. */
export class EncryptionKeyUnusable extends Error {
  readonly fault: 'missing' | 'malformed'
  constructor(fault: 'missing' | 'malformed') {
    super(`APP_ENCRYPTION_KEY is ${fault}`)
    this.fault = fault
  }
}

/** A stored value was not made with the key in force, or was altered. `column` says where it stands. */
export class CannotDecrypt extends Error {
  readonly column: string
  constructor(column: string) {
    super(`The value of ${column} cannot be decrypted with the encryption key in force`)
    this.name = 'CannotDecrypt'
    this.column = column
  }
}

/** Seals what encrypted text columns hold: `enc:v1:<base64(nonce || ciphertext)>`, XSalsa20-Poly1305. */
export interface Cipher {
  /** A fresh nonce each time: equal values look different, so such a column cannot be searched. */
  seal(plain: string): string
  /** Throws CannotDecrypt. A value without the prefix dates from before encryption and is answered as it is. */
  open(stored: string, column: string): string
}

export interface CipherOptions {
  /** Asked on every use and judged on the first, so that a process which needs no secret runs without a key. */
  key: () => string | undefined
  random: Random
}

export function createCipher({ key, random }: CipherOptions): Cipher {
  const boxFor = (nonce: Uint8Array) => xsalsa20poly1305(parseKey(key()), nonce)
  return {
    seal: (plain) => {
      const nonce = random(nonceBytes)
      const ciphertext = boxFor(nonce).encrypt(Buffer.from(plain, 'utf8'))
      return prefix + Buffer.concat([nonce, ciphertext]).toString('base64')
    },
    open: (stored, column) => {
      if (!stored.startsWith(prefix)) return stored
      const bytes = Buffer.from(stored.slice(prefix.length), 'base64')
      const box = boxFor(padded(bytes.subarray(0, nonceBytes)))
      try {
        return Buffer.from(box.decrypt(bytes.subarray(nonceBytes))).toString('utf8')
      } catch {
        throw new CannotDecrypt(column) // without the cause: its message may speak of the bytes
      }
    },
  }
}

// A value cut short has no whole nonce; it must fail as undecryptable, not as a wrong argument.
function padded(nonce: Buffer): Buffer {
  return nonce.length === nonceBytes ? nonce : Buffer.alloc(nonceBytes)
}

function parseKey(text: string | undefined): Buffer {
  if (!text) throw new EncryptionKeyUnusable('missing')
  const hex = /^[0-9a-f]{64}$/i.test(text)
  const bytes = hex ? Buffer.from(text, 'hex') : fromBase64(text)
  if (bytes?.length !== keyBytes) {
    throw new EncryptionKeyUnusable('malformed')
  }
  return bytes
}

function fromBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
}
