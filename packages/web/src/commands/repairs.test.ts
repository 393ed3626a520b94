import type { HealthCard } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { cardsAboveMail, repairPath, signedInTo } from './repairs.ts'

const card: HealthCard = {
  id: 'grant-1',
  kind: 'grant-over',
  severity: 'critical',
  title: '',
  text: '',
  facts: [],
  said: null,
  accounts: [{ id: 'A1', address: 'ada@example.org' }],
  repair: { kind: 'reconnect', provider: 'provA', label: 'Sign in to Google again' },
}
const both = [...card.accounts, { id: 'A2', address: 'bea@example.org' }]

describe('the way to repair', () => {
  test('one account leads to its provider, several to the page where each has its button', () => {
    expect(repairPath(card)).toBe('/oauth/provA/connect?account=A1')
    expect(repairPath({ ...card, accounts: both })).toBe('/settings/accounts')
  })

  test('a registration leads to its settings, anything else to the accounts', () => {
    expect(repairPath({ ...card, repair: { kind: 'providers', label: '' } })).toBe('/settings/providers')
    expect(repairPath({ ...card, repair: { kind: 'password', label: '' } })).toBe('/settings/accounts')
    expect(repairPath({ ...card, repair: null })).toBe('/settings/accounts')
  })
})

test('above mail stands what concerns it: no passing trouble, and no box that was left unticked', () => {
  const registration: HealthCard = { ...card, id: 'registration-provA', kind: 'registration', accounts: [] }
  const unticked: HealthCard = { ...card, id: 'missing-1', kind: 'access-missing', severity: 'warning' }
  const passing: HealthCard = { ...card, id: 'busy', kind: 'server', severity: 'notice' }
  const all = [card, registration, unticked, passing]
  expect(cardsAboveMail(all, [{ id: 'A1' }])).toEqual([card, registration])
  expect(cardsAboveMail(all, [{ id: 'A2' }])).toEqual([registration])
})

test('an account with a password is signed in to nowhere', () => {
  expect([signedInTo({ provider: 'imap' }), signedInTo({ provider: 'provB' })]).toEqual([undefined, 'provB'])
})
