import { type CryptoKey, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type GoogleForTests,
  googleForTests,
} from '../../../server-testing/src/providers/google/test-google.ts'
import { type PushSignatureTrouble, pushSignatureTroubleOver } from './push-signature.ts'

const serviceAccount = 'push@house.iam.gserviceaccount.com'
const publicAddress = 'https://mail.example.test'
const pushToken = 'a token & more'
const ownAddress = `${publicAddress}/provA/push?token=a%20token%20%26%20more`

let emulated: GoogleForTests
let fetched: number
let isCut: boolean
beforeEach(async () => {
  emulated = await googleForTests('signature')
  fetched = 0
  isCut = false
})
afterEach(() => emulated[Symbol.asyncDispose]())

function troubleOver(pushIdentity?: { serviceAccount: string; audience: string | undefined }) {
  const { clock } = emulated.world
  return pushSignatureTroubleOver(
    {
      providerEndpoints: { google: { ...emulated.endpoints }, microsoft: {} },
      publicAddress: () => publicAddress,
    },
    {
      accounts: {
        providers: {
          inForce: async () => ({ client: undefined, topic: undefined, pushToken, pushIdentity }),
        },
      },
      clock,
      fetch: (url, init) => {
        fetched++
        return isCut ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)
      },
    },
  )
}

const signed = async (to: { audience: string; email?: string }) =>
  `Bearer ${await emulated.google.signPush({ email: serviceAccount, ...to })}`

test('without a service account no signature is asked for', async () => {
  expect(await troubleOver()(undefined)).toBeUndefined()
  expect(await troubleOver()('Bearer nonsense')).toBeUndefined()
  expect(fetched).toBe(0)
})

test('a signature for the configured audience is believed, and the keys are fetched once', async () => {
  const trouble = troubleOver({ serviceAccount, audience: 'us' })
  for (let round = 0; round < 3; round++)
    expect(await trouble(await signed({ audience: 'us' }))).toBeUndefined()
  expect(fetched).toBe(1)
})

test('without an audience it is the address of the push subscription, with its token', async () => {
  const trouble = troubleOver({ serviceAccount, audience: undefined })
  expect(await trouble(await signed({ audience: ownAddress }))).toBeUndefined()
  expect(await trouble(await signed({ audience: `${publicAddress}/provA/push` }))).toBeUndefined()
  expect(await trouble(await signed({ audience: 'https://other.example/provA/push' }))).toBe('wrong-audience')
})

const forged = async (claims: object, kid = 'emulated-1') => {
  const { privateKey } = await generateKeyPair('RS256')
  return sign(claims, privateKey, kid)
}
async function sign(claims: object, key: CryptoKey, kid: string): Promise<string> {
  const now = Math.floor(emulated.world.clock.now().getTime() / 1000)
  const whole = {
    iss: emulated.endpoints.issuer,
    aud: 'us',
    email: serviceAccount,
    email_verified: true,
    iat: now,
    exp: now + 3600,
    ...claims,
  }
  const token = new SignJWT(whole).setProtectedHeader({ alg: 'RS256', kid })
  return `Bearer ${await token.sign(key)}`
}

test.each<[string, string, () => Promise<string | undefined>]>([
  ['no header', 'no-identity', async () => undefined],
  ['another scheme', 'no-identity', async () => 'Basic eDp5'],
  ['no token', 'no-identity', async () => 'Bearer not a token'],
  ['a token too long', 'no-identity', async () => `Bearer ${'x'.repeat(9_000)}`],
  ['garbage', 'invalid-identity', async () => 'Bearer a.b.c'],
  ['no signature at all', 'invalid-identity', async () => 'Bearer eyJhbGciOiJub25lIn0.e30.'],
  ['another key under Google’s name', 'invalid-identity', () => forged({})],
  ['an unknown key', 'invalid-identity', () => forged({}, 'unheard-of')],
  ['another audience', 'wrong-audience', () => signed({ audience: 'them' })],
  [
    'another service account',
    'wrong-service-account',
    () => signed({ audience: 'us', email: 'push@thief.iam.gserviceaccount.com' }),
  ],
])('%s is %s', async (_name, expected, authorization) => {
  const trouble = troubleOver({ serviceAccount, audience: 'us' })
  expect(await trouble(await authorization())).toBe(expected)
})

test.each<[string, string, object]>([
  ['an address that is not verified', 'wrong-service-account', { email_verified: false }],
  ['another issuer', 'invalid-identity', { iss: 'https://accounts.other.example' }],
  ['no end', 'invalid-identity', { exp: undefined }],
])('%s, signed by Google, is %s', async (_name, expected, claims) => {
  const trouble = troubleOver({ serviceAccount, audience: 'us' })
  const token = await emulated.google.signPush({ audience: 'us', email: serviceAccount, claims })
  expect(await trouble(`Bearer ${token}`)).toBe(expected)
})

test('a signature ends after an hour', async () => {
  const trouble = troubleOver({ serviceAccount, audience: 'us' })
  const token = await signed({ audience: 'us' })
  await emulated.world.clock.advance(62 * 60_000)
  expect(await trouble(token)).toBe('expired-identity')
})

test('unknown keys in forged signatures do not make us ask Google again and again', async () => {
  const trouble = troubleOver({ serviceAccount, audience: 'us' })
  for (let round = 0; round < 5; round++) await trouble(await forged({}, `key-${round}`))
  expect(fetched).toBe(1)
})

test('a key that Google has taken since is fetched, and others when they are old', async () => {
  const trouble: PushSignatureTrouble = troubleOver({ serviceAccount, audience: 'us' })
  expect(await trouble(await signed({ audience: 'us' }))).toBeUndefined()
  await emulated.world.clock.advance(31_000)
  await emulated.google.rotateKeys()
  expect(await trouble(await signed({ audience: 'us' }))).toBeUndefined()
  expect(fetched).toBe(2)
  await emulated.world.clock.advance(61 * 60_000)
  expect(await trouble(await signed({ audience: 'us' }))).toBeUndefined()
  expect(fetched).toBe(3)
})

test('keys that cannot be fetched let nobody in; those of before still do', async () => {
  const trouble = troubleOver({ serviceAccount, audience: 'us' })
  isCut = true
  expect(await trouble(await signed({ audience: 'us' }))).toBe('identity-keys-unreachable')
  isCut = false
  await emulated.world.clock.advance(31_000)
  expect(await trouble(await signed({ audience: 'us' }))).toBeUndefined()
  isCut = true
  await emulated.world.clock.advance(61 * 60_000)
  expect(await trouble(await signed({ audience: 'us' }))).toBeUndefined()
})
