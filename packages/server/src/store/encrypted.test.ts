import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../kit/random.ts'
import { CannotDecrypt, EncryptionKeyUnusable, createCipher } from './encrypted.ts'

const hexKey = 'c0'.repeat(32)
const cipherWith = (key: string | undefined) => createCipher({ key: () => key, random: systemRandom })
const cipher = cipherWith(hexKey)

describe('spec, Encryption at rest', () => {
  test('whatever is sealed opens as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const stored = cipher.seal(text)
        expect(stored).toMatch(/^enc:v1:[A-Za-z0-9+/]+=*$/)
        expect(cipher.open(stored, 'c')).toBe(text)
      }),
    )
  })

  test('equal values look different each time', () => {
    expect(new Set(Array.from({ length: 50 }, () => cipher.seal('same'))).size).toBe(50)
  })

  test('1, 3: the box is the one NaCl makes', () => {
    // secretbox vector of the NaCl distribution (tests/secretbox.c): its first 16 bytes are the Poly1305 tag.
    const key = '1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389'
    const nonce = '69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37'
    const message =
      'be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705'
    const box =
      'f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186ac0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5'
    const raw = xsalsa20poly1305(Buffer.from(key, 'hex'), Buffer.from(nonce, 'hex'))
    expect(Buffer.from(raw.decrypt(Buffer.from(box, 'hex'))).toString('hex')).toBe(message)

    const text = 'the same in our format'
    const nacl = Buffer.concat([Buffer.from(nonce, 'hex'), raw.encrypt(Buffer.from(text))])
    expect(cipherWith(key).open(`enc:v1:${nacl.toString('base64')}`, 'c')).toBe(text)
  })

  test('1: one altered bit anywhere fails to open and names the column', () => {
    const stored = cipher.seal('mailbox password')
    const bytes = Buffer.from(stored.slice(7), 'base64')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes)
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => cipher.open(`enc:v1:${altered.toString('base64')}`, 'mail_account.secret')).toThrow(
        new CannotDecrypt('mail_account.secret'),
      )
    }
  })

  test.each(['', 'A', '====', 'enc:v1:', Buffer.alloc(24).toString('base64'), 'ключ'])(
    'a broken ciphertext %j fails as undecryptable, nothing else',
    (rest) => {
      expect(() => cipher.open(`enc:v1:${rest}`, 'c')).toThrow(CannotDecrypt)
    },
  )

  test('4: a missing or malformed key fails on first use, and nothing is sealed without one', () => {
    for (const key of [
      undefined,
      '',
      'short',
      hexKey.slice(2),
      `${hexKey}00`,
      'g'.repeat(64),
      'a b'.repeat(20),
    ]) {
      const unusable = cipherWith(key)
      expect(() => unusable.seal('secret')).toThrow(EncryptionKeyUnusable)
      expect(() => unusable.open(cipher.seal('secret'), 'c')).toThrow(EncryptionKeyUnusable)
    }
  })

  test('4: the key may be hexadecimal or base64', () => {
    const base64 = cipherWith(Buffer.from(hexKey, 'hex').toString('base64'))
    expect(base64.open(cipher.seal('same key'), 'c')).toBe('same key')
  })

  test('5: a value from before encryption is answered as it is, with or without a key', () => {
    expect(cipherWith(undefined).open('legacy plaintext', 'c')).toBe('legacy plaintext')
    expect(cipher.open('', 'c')).toBe('')
  })

  test('6: another key cannot open it', () => {
    const otherCipher = cipherWith('ab'.repeat(32))
    expect(() => otherCipher.open(cipher.seal('x'), 'app_user.totp_secret')).toThrow(/app_user\.totp_secret/)
  })
})
