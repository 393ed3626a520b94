import type { AccountId, UserId } from '@plmail/wire'
import { expect, test } from 'vitest'
import { type Capability, inAccountsThat } from './capability.ts'
import type { Caller, JmapAccount } from './method.ts'
import { createSession } from './session.ts'

const account = (id: number, hasVacation = false): [AccountId, JmapAccount] => [
  id as AccountId,
  { id: id as AccountId, name: 'Mail', address: `a${id}@example.test`, hasVacation },
]

/** A user with two mailboxes, calendars at the provider of the second, and a personal account. */
const caller: Caller = {
  userId: 1 as UserId,
  credentials: { kind: 'session', id: 1 } as unknown as Caller['credentials'],
  accounts: new Map([account(1), account(2)]),
  calendars: new Map([account(2), account(3)]),
  personal: 3 as AccountId,
  mayWrite: true,
}

interface Resource {
  capabilities: Record<string, unknown>
  accounts: Record<string, { name: string; accountCapabilities: Record<string, unknown> }>
  primaryAccounts: Record<string, string>
}
const toResource = (capabilities: readonly Capability[]) =>
  createSession(capabilities).resource(
    { caller, username: 'ada' },
    'https://mail.example',
  ) as unknown as Resource

test('an account has the capabilities that claim it, and the personal account comes last', () => {
  const { accounts } = toResource([
    { uri: 'urn:mail', ofAccount: inAccountsThat('holdsMail') },
    { uri: 'urn:calendars', ofAccount: inAccountsThat('holdsCalendars') },
    { uri: 'urn:cards', ofAccount: ({ isOfPerson }) => (isOfPerson ? { mayAdd: true } : undefined) },
  ])
  expect(Object.entries(accounts).map(([id, { accountCapabilities }]) => [id, accountCapabilities])).toEqual([
    ['A1', { 'urn:mail': {} }],
    ['A2', { 'urn:mail': {}, 'urn:calendars': {} }],
    ['A3', { 'urn:calendars': {}, 'urn:cards': { mayAdd: true } }],
  ])
  expect(accounts['A3']?.name).toBe('ada (personal)')
})

test('the primary account is the first that has a capability, or the personal one where that comes first', () => {
  const ofAccount = inAccountsThat('holdsCalendars')
  const { primaryAccounts } = toResource([
    { uri: 'urn:mail', ofAccount: inAccountsThat('holdsMail') },
    { uri: 'urn:first', ofAccount },
    { uri: 'urn:personal-first', ofAccount, isPersonalFirst: true },
    { uri: 'urn:server' },
  ])
  expect(primaryAccounts).toEqual({ 'urn:mail': 'A1', 'urn:first': 'A2', 'urn:personal-first': 'A3' })
})

test('what goes with an account is announced only where an account has it, and may be used all the same', () => {
  const rare: Capability = { uri: 'urn:rare', ofAccount: () => undefined, isAnnouncedWithAccount: true }
  const server: Capability = { uri: 'urn:server', ofServer: (origin) => ({ url: `${origin}/notes` }) }
  expect(toResource([rare, server]).capabilities).toEqual({
    'urn:server': { url: 'https://mail.example/notes' },
  })
  expect([...createSession([rare, server]).uris]).toEqual(['urn:rare', 'urn:server'])
})

test('the state differs with the visitor and with what the server announces', () => {
  const visitor = { caller, username: 'ada' }
  const session = createSession([{ uri: 'urn:one' }])
  const states = [
    session.state(visitor),
    session.state({ ...visitor, username: 'bob' }),
    session.state({ ...visitor, caller: { ...caller, mayWrite: false } }),
    createSession([{ uri: 'urn:one', ofServer: () => ({ key: 'k' }) }]).state(visitor),
  ]
  expect(new Set(states).size).toBe(states.length)
  expect(createSession([{ uri: 'urn:one' }]).state(visitor)).toBe(states[0])
})
