import type { MessageId, UserId } from '@plmail/wire'
import { beforeEach, expect, test } from 'vitest'
import type { EmailPatch } from '../index.ts'
import {
  deliver,
  mailOfEachTest,
  newAccount,
  newUser,
} from '../../../../server-testing/src/mail/test-mail.ts'

const { room, account } = mailOfEachTest()
let id: MessageId

beforeEach(async () => {
  ;[id] = (await deliver(room, account.id, [{ boxes: [account.boxes.inbox] }])) as [MessageId]
})

const star: EmailPatch = { keywords: new Map([['$flagged', true]]) }
const unstar: EmailPatch = { keywords: new Map([['$flagged', false]]) }

async function update(patch: EmailPatch, operation?: string, userId: UserId = room.user) {
  const actor = { kind: 'user' as const, userId }
  const patches = new Map([[id, patch]])
  const outcome = await room.mail.actions.update(actor, account.id, 'star', patches, undefined, operation)
  if (outcome === 'state-mismatch') throw new Error(outcome)
  return outcome
}
const keywords = async () => (await room.mail.read.emails(account.id, [id], false))[0]?.keywords

test('a change sent again after another is not done again, and has the answer of the first time', async () => {
  const first = await update(star, 'one-change')
  await update(unstar)
  const again = await update(star, 'one-change')
  expect(await keywords()).toEqual([])
  expect(again).toMatchObject({ done: first.done, refused: first.refused, journalId: first.journalId })
  expect(again.newState).toBe(first.newState + 1)
  expect(room.sent).toHaveLength(2)
})

test('sent twice at the same moment it is done once', async () => {
  const [updateOutcome, otherUpdateOutcome] = await Promise.all([
    update(star, 'both-at-once'),
    update(star, 'both-at-once'),
  ])
  expect(updateOutcome?.journalId).toBeDefined()
  expect(otherUpdateOutcome?.journalId).toBe(updateOutcome?.journalId)
  expect(room.sent).toHaveLength(1)
})

test('what was refused stays refused, and what changed nothing has no entry', async () => {
  const refused = async () => {
    const patches = new Map([[999_999_999 as MessageId, star]])
    const actor = { kind: 'user' as const, userId: room.user }
    return room.mail.actions.update(actor, account.id, 'star', patches, undefined, 'refused-one')
  }
  for (const outcome of [await refused(), await refused()])
    expect(outcome).toMatchObject({ done: [], refused: new Map([[999_999_999, 'not-found']]) })
  for (const outcome of [await update(unstar, 'no-effect'), await update(unstar, 'no-effect')])
    expect(outcome.journalId).toBeUndefined()
})

test('a name is one of its account, and never opens somebody else’s answer', async () => {
  await update(star, 'same-name')
  const stranger = await newUser(room.db)
  expect(await update(star, 'same-name', stranger)).toMatchObject({ done: [] })
  Object.assign(account, await newAccount(room))
  ;[id] = (await deliver(room, account.id, [{ boxes: [account.boxes.inbox] }])) as [MessageId]
  await update(star, 'same-name')
  expect(await keywords()).toEqual(['$flagged'])
})

test('destroying again finds nothing to destroy and says the same', async () => {
  const actor = { kind: 'user' as const, userId: room.user }
  const destroy = () => room.mail.actions.destroy(actor, account.id, [id], undefined, 'gone-for-good')
  expect(await destroy()).toMatchObject({ done: [id] })
  expect(await destroy()).toMatchObject({ done: [id], refused: new Map() })
})

test('names are forgotten after 30 days', async () => {
  await update(star, 'long-ago')
  await room.db.database.query(`update mail_operation set at = at - interval '31 days'`)
  await room.mail.purge()
  expect(await room.db.database.query('select 1 from mail_operation')).toEqual([])
})
