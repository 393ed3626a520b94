import type { Identity } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { methodServer } from '../../net/method-server.fixture.ts'
import { createIdentities } from './identities.ts'

const identity = (id: string, email: string): Identity =>
  ({ id, email, name: 'Ada', mayDelete: true, replyTo: null, bcc: null }) as Identity // what a list needs

/** Two accounts, of which the second has no identities that these credentials may see. */
function setting(accountIds: readonly string[] = ['A1', 'A2']) {
  const refusal = { of: undefined as Record<string, unknown> | undefined }
  const at = { A1: [identity('I1', 'ada@example.org')] } as Record<string, Identity[]>
  const client = methodServer({
    'Identity/get': ({ accountId }) => {
      const list = at[String(accountId)]
      return list ? { accountId, list, notFound: [] } : 'accountNotSupportedByMethod'
    },
    'Identity/set': ({ accountId, create, destroy }) => {
      if (refusal.of) return refusal.of
      const list = at[String(accountId)] ?? []
      if (create) list.push(identity('I2', 'sales@example.org'))
      at[String(accountId)] = list.filter(({ id }) => !(destroy as string[] | undefined)?.includes(id))
      return { created: create ? { new: { id: 'I2' } } : null, newState: '2' }
    },
  })
  const kept: string[][] = []
  const identities = createIdentities(
    client.jmap,
    () => Promise.resolve(accountIds),
    (all) => void kept.push(all.map(({ identity: { email } }) => email)),
  )
  const emails = () => identities.all()?.map((entry) => `${entry.accountId} ${entry.identity.email}`)
  return { ...client, identities, emails, kept, refusal }
}

describe('the identities', () => {
  test('are unknown until the first answer, then those of every account that has some', async () => {
    const { identities, emails, kept } = setting()
    expect(emails()).toBeUndefined()
    expect(await identities.load()).toBe(true)
    expect(emails()).toEqual(['A1 ada@example.org'])
    expect(kept).toEqual([['ada@example.org']])
  })

  test('of a user without mail accounts are none, and nothing is asked for', async () => {
    const { identities, emails, calls } = setting([])
    expect(await identities.load()).toBe(true)
    expect([emails(), calls]).toEqual([[], []])
  })

  test('of an earlier visit stay where the server cannot be reached', async () => {
    const { identities, emails, server, kept } = setting()
    identities.restore([{ accountId: 'A1', identity: identity('I1', 'old@example.org') }])
    server.isDown = true
    expect(await identities.load()).toBe(false)
    expect(emails()).toEqual(['A1 old@example.org'])
    expect(kept).toEqual([])
  })

  test('list one that is new, and no longer one that was removed', async () => {
    const { identities, emails } = setting()
    expect(await identities.create('A1', { email: 'sales@example.org' })).toBeUndefined()
    expect(emails()).toEqual(['A1 ada@example.org', 'A1 sales@example.org'])
    expect(await identities.remove('A1', 'I1')).toBeUndefined()
    expect(emails()).toEqual(['A1 sales@example.org'])
  })
})

describe('a change of an identity that fails', () => {
  test.each([
    ['notCreated', 'new'],
    ['notUpdated', 'I1'],
    ['notDestroyed', 'I1'],
  ])('says why, whichever of the three it was: %s', async (property, id) => {
    const { identities, refusal, emails } = setting()
    refusal.of = { [property]: { [id]: { type: 'forbiddenFrom', description: 'Not your address.' } } }
    expect(await identities.change('A1', 'I1', { name: 'Ada Byron' })).toBe('Not your address.')
    expect(emails()).toBeUndefined()
  })

  test('says so while there is no server, too', async () => {
    const { identities, server } = setting()
    server.isDown = true
    expect(await identities.remove('A1', 'I1')).toMatch(/server/i)
  })
})
