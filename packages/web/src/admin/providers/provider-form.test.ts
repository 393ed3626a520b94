import type { ProviderSettings } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { changesOf, emptied, fieldsOf, isStored, tokenOf } from './provider-form.ts'

const unset = { value: null, from: null }
const google: ProviderSettings = {
  provider: 'provA',
  name: 'Google',
  isReady: true,
  accounts: 2,
  tenant: null,
  cloud: null,
  pushAddresses: [],
  redirectUri: 'https://mail.example.org/oauth/provA/callback',
  clientId: { value: 'id', from: 'stored' },
  clientSecret: { isSet: true, from: 'stored' },
  secretExpiresOn: null,
  topic: { value: 'projects/plmail-1/topics/mail', from: 'environment' },
  pushToken: { isSet: false, from: null },
  pushServiceAccount: { value: 'push@house.iam.gserviceaccount.com', from: 'stored' },
  pushAudience: unset,
}

describe('the form of a registration', () => {
  test('shows what is stored, never a secret, and leaves the environment out', () => {
    expect(fieldsOf(google)).toEqual({
      clientId: 'id',
      clientSecret: '',
      secretExpiresOn: '',
      tenant: '',
      cloud: '',
      topic: '',
      pushToken: '',
      pushServiceAccount: 'push@house.iam.gserviceaccount.com',
      pushAudience: '',
    })
  })

  test('sends what was changed, trimmed, and nothing else', () => {
    expect(changesOf(fieldsOf(google), google)).toEqual({})
    const typed = { ...fieldsOf(google), clientSecret: ' GOCSPX-new ', clientId: ' id ' }
    expect(changesOf(typed, google)).toEqual({ clientSecret: 'GOCSPX-new' })
    expect(changesOf({ ...fieldsOf(google), clientId: '' }, google)).toEqual({ clientId: '' })
  })

  test('removes all that this provider has', () => {
    expect(isStored(google)).toBe(true)
    expect(emptied(google)).toEqual({
      clientId: '',
      clientSecret: '',
      topic: '',
      pushToken: '',
      pushServiceAccount: '',
      pushAudience: '',
    })
    const nothing = { isSet: false, from: null }
    expect(isStored({ ...google, clientId: unset, clientSecret: nothing, pushServiceAccount: unset })).toBe(
      false,
    )
  })

  test('makes tokens that need no escape in an address', () => {
    const token = tokenOf(Uint8Array.from({ length: 32 }, (_, at) => (at * 37) % 256))
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(encodeURIComponent(token)).toBe(token)
  })
})
