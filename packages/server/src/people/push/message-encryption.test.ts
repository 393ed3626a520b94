import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypted } from '../../../../server-testing/src/people/push/decrypt.ts'
import { areUsable, encrypted, maxPlainBytes, newMessageSecrets } from './message-encryption.ts'
import { createVapid } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291 §5 and Appendix A. */
const vector = {
  plain: 'When I grow up, I want to be a watermelon',
  sender: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  receiver: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz' +
    'AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

function keyPair(secret?: Buffer) {
  const pair = createECDH('prime256v1')
  if (secret) pair.setPrivateKey(secret)
  else pair.generateKeys()
  return pair
}

test('a message is encrypted as the example of RFC 8291 is, byte for byte', () => {
  const { plain, salt, p256dh, auth } = vector
  const body = encrypted(Buffer.from(plain), { p256dh, auth }, { salt, sender: keyPair(vector.sender) })
  expect(body.toString('base64url')).toBe(vector.body)
  expect(decrypted(body, keyPair(vector.receiver), auth).toString()).toBe(plain)
})

test('every message has keys of its own and fits what push services take', () => {
  const receiver = keyPair()
  const keys = { p256dh: receiver.getPublicKey(), auth: randomBytes(16) }
  const plain = Buffer.alloc(maxPlainBytes, 'x')
  const [one, otherBytes] = [0, 1].map(() => encrypted(plain, keys, newMessageSecrets(randomBytes)))
  expect(one).not.toEqual(otherBytes)
  expect(one).toHaveLength(4096)
  expect(decrypted(one!, receiver, keys.auth)).toEqual(plain)
  expect(() => encrypted(Buffer.alloc(maxPlainBytes + 1), keys, newMessageSecrets(randomBytes))).toThrow(
    'too large',
  )
})

test('only points of the curve and whole secrets are taken for keys', () => {
  const { p256dh, auth } = vector
  expect(areUsable({ p256dh, auth })).toBe(true)
  const bent = Buffer.from(p256dh)
  bent[64]! ^= 1
  const compressed = Buffer.from(keyPair(vector.receiver).getPublicKey(null, 'compressed'))
  for (const wrong of [bent, compressed, p256dh.subarray(1), Buffer.alloc(65), Buffer.alloc(0)])
    expect(areUsable({ p256dh: wrong, auth })).toBe(false)
  for (const wrong of [auth.subarray(1), Buffer.alloc(17), Buffer.alloc(0)])
    expect(areUsable({ p256dh, auth: wrong })).toBe(false)
})

test('a message is signed for the push service it goes to, with the key that is announced', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const vapid = createVapid(Buffer.alloc(32, 7), () => 'https://mail.example')
  const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(
    vapid.authorization('https://push.example:8443/a/b?c', now),
  )!
  expect(key).toBe(vapid.applicationServerKey)
  const [head, claims, signature] = token!.split('.')
  expect(JSON.parse(bytes(head!).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(bytes(claims!).toString())).toEqual({
    aud: 'https://push.example:8443',
    exp: now.getTime() / 1000 + 12 * 3600,
    sub: 'https://mail.example',
  })
  const point = bytes(key!)
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    bytes(signature!),
  )
  expect(isGood).toBe(true)
})

test('the key follows from the seed, whichever process asks, also where the seed is no key itself', () => {
  const getKey = (seed: Buffer) => createVapid(seed, () => undefined).applicationServerKey
  expect(getKey(Buffer.alloc(32, 7))).toBe(getKey(Buffer.alloc(32, 7)))
  expect(getKey(Buffer.alloc(32, 7))).not.toBe(getKey(Buffer.alloc(32, 8)))
  expect(bytes(getKey(Buffer.alloc(32, 255)))).toHaveLength(65)
})
