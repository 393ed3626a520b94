import type { SingleSignOnSettings } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { deedOf, draftOf, withDraft } from './single-sign-on-draft.ts'
import { changesOf, emptied, fieldsOf, isStored } from './single-sign-on-form.ts'

const ofEnvironment = (value: string) => ({ value, from: 'environment' }) as const
const untouched: SingleSignOnSettings = {
  issuer: ofEnvironment('https://id.example.org'),
  clientId: ofEnvironment('plmail'),
  clientSecret: { isSet: true, from: 'environment' },
  name: ofEnvironment('Example ID'),
  isReady: true,
  redirectUri: 'https://mail.example.org/oauth/sso/callback',
  postLogoutUri: 'https://mail.example.org/login?sso=0',
  backChannelLogoutUri: 'https://mail.example.org/oauth/sso/backchannel-logout',
  linksVerifiedAddresses: false,
  makesPeople: false,
  domains: [],
  groups: [],
  groupsClaim: 'groups',
  administratorGroup: null,
  secondFactorValues: [],
  isOnlyWay: { value: false, from: null },
  mayBeOnlyWay: false,
}
const stored: SingleSignOnSettings = {
  ...untouched,
  issuer: { value: 'https://id.example.com', from: 'stored' },
  clientId: { value: 'mail', from: 'stored' },
  clientSecret: { isSet: true, from: 'stored' },
  makesPeople: true,
  domains: ['example.com', 'example.org'],
  groups: ['cn=mail,dc=example'],
}

describe('the form of single sign-on', () => {
  test('shows what is stored, never a secret, and leaves the environment out', () => {
    expect(fieldsOf(untouched)).toMatchObject({ issuer: '', clientId: '', clientSecret: '', name: '' })
    expect(fieldsOf(stored)).toMatchObject({
      issuer: 'https://id.example.com',
      clientSecret: '',
      domains: 'example.com\nexample.org',
      groups: 'cn=mail,dc=example',
    })
  })

  test('sends what was changed, trimmed, and nothing else', () => {
    expect(changesOf(fieldsOf(stored), stored)).toEqual({})
    const typed = {
      ...fieldsOf(stored),
      clientSecret: ' new ',
      clientId: ' mail ',
      domains: 'example.com\n\n example.org \n',
      groups: '',
      isOnlyWay: true,
    }
    expect(changesOf(typed, stored)).toEqual({ clientSecret: 'new', groups: [], isOnlyWay: true })
  })

  test('removes what is stored, and leaves OIDC_ONLY to the environment', () => {
    expect([isStored(untouched), isStored(stored)]).toEqual([false, true])
    expect(emptied).toMatchObject({ issuer: '', clientSecret: '', makesPeople: false, isOnlyWay: null })
    // The console has stored it against OIDC_ONLY.
    expect(isStored({ ...untouched, isOnlyWay: { value: false, from: 'stored' } })).toBe(true)
    expect(isStored({ ...untouched, isOnlyWay: { value: true, from: 'environment' } })).toBe(false)
  })

  test('waits for its administrator without the secret, which has to be typed again', () => {
    const typed = { ...fieldsOf(stored), isOnlyWay: true, domains: 'example.net' }
    const draft = draftOf({ ...typed, clientSecret: 'of the provider' })
    expect(JSON.stringify(draft)).not.toContain('of the provider')
    expect(withDraft(fieldsOf(stored), draft)).toEqual(typed)
    expect(deedOf(draft, stored)).toBeUndefined()
    expect(deedOf(draftOf(typed), stored)).toBe('save')
    expect([deedOf(draftOf(typed, 'remove'), stored), deedOf(draftOf(typed, 'remove'), untouched)]).toEqual([
      'remove',
      undefined,
    ])
    expect(withDraft(fieldsOf(stored), {})).toEqual(fieldsOf(stored))
  })
})
