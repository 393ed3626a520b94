import type { AccountId } from '@plmail/wire'
import { expect, test } from 'vitest'
import { Workbench } from '../../../server-testing/src/changes/workbench.ts'
import { type Cause, mergeNews, stateChange } from './index.ts'

const cause: Cause = { actor: { kind: 'provider' }, verb: 'arrive' }

const at = new Workbench()

const known = (state: number) => new Map([[at.account, state]])

test('news name the types that changed since, and whether an email was added', async () => {
  await at.changes.write(at.account, cause, async (change) => change.created('Email', [1]))
  await at.changes.write(at.account, cause, async (change) => {
    change.updated('Email', [1])
    change.created('Mailbox', [1])
  })
  expect(await at.changes.newsSince(at.user, known(0))).toEqual([
    { accountId: at.account, state: 2, types: ['Email', 'Mailbox'], delivered: true },
  ])
  const [news] = await at.changes.newsSince(at.user, known(1))
  expect([news?.types.toSorted(), news?.delivered]).toEqual([['Email', 'Mailbox'], false])
  expect(await at.changes.newsSince(at.user, known(2))).toEqual([])
})

test('an account nobody has heard of, and one whose log does not reach back, is news of every type', async () => {
  await at.changes.write(at.account, cause, async (change) => change.updated('Email', [1]))
  const all = {
    accountId: at.account,
    state: 1,
    delivered: true,
    types: expect.arrayContaining(['Email', 'Thread', 'Mailbox', 'Identity', 'EmailSubmission']) as string[],
  }
  expect(await at.changes.newsSince(at.user, new Map())).toEqual([all])
  expect(await at.changes.newsSince(at.user, known(7))).toEqual([all])
  await at.db.database.query('update jmap_account set oldest_state = 1 where id = $1', [at.account])
  expect(await at.changes.newsSince(at.user, known(0))).toEqual([all])
})

test('news of another user are not told, whatever is asked', async () => {
  await at.changes.write(at.account, cause, async (change) => change.updated('Email', [1]))
  expect(await at.changes.newsSince(await at.newUser(), known(0))).toEqual([])
})

test('news are told as a StateChange of the types asked for', () => {
  const accountId = 4 as AccountId
  const first = { accountId, state: 3, types: ['Email' as const], delivered: true }
  const second = { accountId, state: 2, types: ['Mailbox' as const], delivered: false }
  const merged = mergeNews(first, second)
  expect(stateChange([merged], null)).toEqual({
    '@type': 'StateChange',
    changed: { A4: { Email: '3', Mailbox: '3', EmailDelivery: '3' } },
  })
  expect(stateChange([merged], new Set(['Mailbox']))?.changed).toEqual({ A4: { Mailbox: '3' } })
  expect(stateChange([merged], new Set(['Thread']))).toBeUndefined()
})
