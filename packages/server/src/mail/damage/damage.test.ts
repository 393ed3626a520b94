import { expect, test } from 'vitest'
import { damageMessage } from '../../../../server-testing/src/store/damage.ts'
import { readBytes, deliver, mailOfEachTest } from '../../../../server-testing/src/mail/test-mail.ts'

const { room, account } = mailOfEachTest()
const message = (id: string, body = 'Hello') => ({ id, subject: id, body, boxes: [account.boxes.inbox] })

/** Delivers a message, damages its stored bytes and has a nightly check find that. */
async function damagedMessage(id: string) {
  const [messageId] = await deliver(room, account.id, [message(id)])
  await damageMessage(room.db.database, room.folder, messageId!)
  await room.mail.damage.checkSome()
  expect(await room.mail.damage.follow()).toContain(account.id)
  return messageId!
}

const due = async () => (await room.mail.damage.due(account.id, 10)).map(({ id }) => id)
const check = async () => (await room.mail.damage.checks([account.id])).get(account.id)
const loadRaw = async (id: number) => {
  const [row] = await room.mail.read.emails(account.id, [id as never], true)
  return room.mail.read.readBytes(row!)
}

test('the nightly check reads messages, counts them and finds the damaged one', async () => {
  await deliver(room, account.id, [message('a@x.test'), message('b@x.test')])
  const id = await damagedMessage('c@x.test')
  expect(await due()).toEqual([id])
  expect(await check()).toMatchObject({ checked: 3, damaged: 1, restored: 0, lost: 0 })
  expect((await check())?.checkedAt).toEqual(room.clock.now())
})

test('the same bytes from the provider restore the message', async () => {
  const id = await damagedMessage('same@x.test')
  expect(await loadRaw(id)).toBeUndefined()
  const raw = readBytes(message('same@x.test'))
  expect(await room.mail.damage.restore(account.id, id, raw)).toBe('restored')
  expect(await loadRaw(id)).toEqual(raw)
  await room.mail.damage.follow()
  expect(await check()).toMatchObject({ damaged: 0, restored: 1, lost: 0 })
})

test('a provider that writes the message anew restores it under the same id', async () => {
  const id = await damagedMessage('anew@x.test')
  const state = async () =>
    (await room.db.database.query('select state from jmap_account where id = $1', [account.id]))[0]
  const before = await state()
  const raw = readBytes({ ...message('anew@x.test', 'Hello again'), headers: ['X-Written: anew'] })
  expect(await room.mail.damage.restore(account.id, id, raw)).toBe('restored')
  expect(await loadRaw(id)).toEqual(raw)
  const [row] = await room.mail.read.emails(account.id, [id], true)
  expect(JSON.parse(row!.summary)).toMatchObject({ preview: 'Hello again' })
  expect(await state()).not.toEqual(before)
  await room.mail.search.catchUp()
  await room.mail.damage.follow()
  expect(await check()).toMatchObject({ damaged: 0, restored: 1 })
})

test('the bytes of another message are not taken', async () => {
  const id = await damagedMessage('mine@x.test')
  const raw = readBytes(message('other@x.test'))
  expect(await room.mail.damage.restore(account.id, id, raw)).toBe('other-message')
  expect(await loadRaw(id)).toBeUndefined()
  expect(await due()).toEqual([id])
})

test('a failed attempt is repeated later and later, and given up at last', async () => {
  const id = await damagedMessage('late@x.test')
  await room.mail.damage.postpone(account.id, id, 'busy', false)
  expect(await due()).toEqual([])
  room.clock.advance(60_000)
  expect(await due()).toEqual([id])
  for (let attempt = 1; attempt < 12; attempt++) {
    await room.mail.damage.postpone(account.id, id, 'busy', false)
    room.clock.advance(60_000 * 2 ** attempt)
  }
  expect(await due()).toEqual([])
  expect(await check()).toMatchObject({ damaged: 0, lost: 1 })
})

test('bytes that arrive with another message restore it, too', async () => {
  const id = await damagedMessage('twice@x.test')
  await deliver(room, account.id, [message('twice@x.test')])
  await room.mail.damage.follow()
  expect(await due()).toEqual([])
  expect(await check()).toMatchObject({ damaged: 0, restored: 1 })
  expect(await loadRaw(id)).toEqual(readBytes(message('twice@x.test')))
})

test('another account has nothing to restore', async () => {
  const id = await damagedMessage('scoped@x.test')
  const foreignAccountId = (account.id + 1000) as typeof account.id
  expect(await room.mail.damage.due(foreignAccountId, 10)).toEqual([])
  expect(await room.mail.damage.restore(foreignAccountId, id, readBytes(message('scoped@x.test')))).toBe(
    'gone',
  )
})
