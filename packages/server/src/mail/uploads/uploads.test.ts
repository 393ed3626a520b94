import type { UserId } from '@plmail/wire'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMail } from '../index.ts'
import {
  type AccountForTests,
  readBytes,
  deliver,
  type MailForTests,
  mailForTests,
  newAccount,
  newUser,
} from '../../../../server-testing/src/mail/test-mail.ts'
import type { Upload } from './types.ts'

let room: MailForTests
let own: AccountForTests
let otherAccount: AccountForTests
let stranger: UserId
let strangers: AccountForTests
beforeEach(async () => {
  room = await mailForTests()
  stranger = await newUser(room.db)
  own = await newAccount(room)
  otherAccount = await newAccount(room)
  strangers = await newAccount({ ...room, user: stranger })
})
afterEach(() => room[Symbol.asyncDispose]())

const hour = 3_600_000
const max = 1024 * 1024

async function* stream(content: Buffer | string) {
  yield Buffer.from(content)
}

async function keep(content: Buffer | string, mail = room.mail, account = own): Promise<Upload> {
  const uploader = { userId: room.user, accountId: account.id }
  const kept = await mail.uploads.keep(uploader, stream(content), max)
  if (kept === 'too-large') throw new Error('too large')
  return kept
}

const text = async (upload: Upload, account = own) =>
  (await room.mail.read.raw(account.id, upload.digest))?.toString()

test('an upload is read in the account it was sent to, whole and piece by piece, and in no other', async () => {
  const upload = await keep('attached')
  expect(await text(upload)).toBe('attached')
  const open = await room.mail.blobs.open(own.id, upload.digest)
  expect(Buffer.concat(await open!.stream(2, 5).toArray()).toString()).toBe('tac')
  for (const account of [otherAccount, strangers]) {
    expect(await text(upload, account)).toBeUndefined()
    expect(await room.mail.blobs.open(account.id, upload.digest)).toBeUndefined()
  }
})

test('knowing the digest of somebody’s message opens nothing until one has the bytes oneself', async () => {
  const message = { subject: 'Secret', boxes: [own.boxes.inbox] }
  await deliver(room, own.id, [message])
  const upload = await keep(readBytes(message), room.mail, otherAccount)
  expect(await text(upload, strangers)).toBeUndefined()
  expect(await text(upload, otherAccount)).toBe(readBytes(message).toString())
})

test('uploads are forgotten a day after they were last sent, and their bytes are swept', async () => {
  const old = await keep('old')
  room.clock.advance(7 * hour) // in a pack of its own
  const again = await keep('again')
  room.clock.advance(16 * hour)
  expect(await keep('again')).toEqual(again)
  const young = await keep('young')
  room.clock.advance(2 * hour)
  expect(await room.mail.uploads.sweep()).toBe(1)
  expect([await text(old), await text(again), await text(young)]).toEqual([undefined, 'again', 'young'])
  expect(await room.mail.uploads.sweep()).toBe(0)

  room.clock.advance(48 * hour)
  const sweep = () => room.parts.blobs.sweep((digests) => room.mail.isReferenced(digests), room.clock.now())
  expect(await sweep()).toBe(1) // the one nobody holds any more
  expect([await text(again), await text(young)]).toEqual(['again', 'young'])
  await room.mail.uploads.sweep()
  expect(await sweep()).toBe(2)
})

test('what became a message stays when the upload is forgotten', async () => {
  const message = { subject: 'Sent by hand', boxes: [own.boxes.inbox] }
  const upload = await keep(readBytes(message))
  await deliver(room, own.id, [message])
  room.clock.advance(25 * hour)
  await room.mail.uploads.sweep()
  expect(await text(upload)).toBe(readBytes(message).toString())
})

test('beyond what a user may leave unused the oldest go, whichever account they were sent to', async () => {
  const mail = createMail({ ...room.parts, uploadRoom: { maxBytes: 30_000, stepBytes: 1 } })
  const sent: Upload[] = []
  for (const [index, account] of [own, otherAccount, own, otherAccount].entries()) {
    sent.push(await keep(Buffer.alloc(9_000, index), mail, account))
    room.clock.advance(1000)
  }
  const isThere = await Promise.all(
    sent.map(async ({ digest }, index) => {
      const account = index % 2 === 0 ? own : otherAccount
      return (await room.mail.read.raw(account.id, digest)) !== undefined
    }),
  )
  expect(isThere).toEqual([false, true, true, true])
})

test('a flood of tiny uploads finds the same end', async () => {
  const mail = createMail({ ...room.parts, uploadRoom: { maxBytes: 8 * 4096, stepBytes: 1 } })
  for (let index = 0; index < 12; index++) {
    await keep(`${index}`, mail)
    room.clock.advance(1000)
  }
  const rows = await room.db.database.query('select 1 from upload')
  expect(rows).toHaveLength(8)
})

test('an upload of another user takes no room', async () => {
  const mail = createMail({ ...room.parts, uploadRoom: { maxBytes: 10_000, stepBytes: 1 } })
  const upload = await keep(Buffer.alloc(9_000, 1), mail)
  const uploader = { userId: stranger, accountId: strangers.id }
  await mail.uploads.keep(uploader, stream(Buffer.alloc(9_000, 2)), max)
  expect(await text(upload)).toHaveLength(9_000)
})

test('an upload larger than allowed is kept nowhere', async () => {
  const uploader = { userId: room.user, accountId: own.id }
  expect(await room.mail.uploads.keep(uploader, stream('four'), 3)).toBe('too-large')
  expect(await room.db.database.query('select 1 from upload union all select 1 from blob')).toEqual([])
})

test('bytes are copied to another account by who may read them, and only then', async () => {
  const upload = await keep('mine')
  const mail = { subject: 'Mine too', boxes: [own.boxes.inbox] }
  await deliver(room, own.id, [mail])
  const message = await keep(readBytes(mail), room.mail, strangers)
  const to = { userId: room.user, accountId: otherAccount.id }
  for (const { digest, size } of [upload, message])
    expect(await room.mail.uploads.copy(own.id, to, digest)).toEqual({ digest, size })
  expect(await text(upload, otherAccount)).toBe('mine')
  const thief = { userId: stranger, accountId: strangers.id }
  expect(await room.mail.uploads.copy(strangers.id, thief, upload.digest)).toBeUndefined()
})

test('uploads go with their account', async () => {
  await keep('mine')
  await room.db.database.transaction((tx) => room.changes.close(tx, own.id))
  expect(await room.db.database.query('select 1 from upload')).toEqual([])
})

test('the messages that are made of bytes are found, those removed and those of others are not', async () => {
  const message = { subject: 'Here', boxes: [own.boxes.inbox, own.boxes.work] }
  const [id, gone] = await deliver(room, own.id, [message, { subject: 'Gone', boxes: [own.boxes.trash] }])
  await deliver(room, strangers.id, [{ subject: 'Here', boxes: [strangers.boxes.inbox] }])
  await room.changes.write(own.id, { actor: { kind: 'provider' }, verb: 'sync' }, (change) =>
    room.mail.provided.remove(change, [gone!]),
  )
  const rows = await room.db.database.query<{ digest: Buffer }>('select blob_digest as digest from message')
  const uses = await room.mail.blobs.uses(
    own.id,
    rows.map((row) => row.digest),
  )
  expect(uses).toMatchObject([{ messageId: id, mailboxIds: [own.boxes.inbox, own.boxes.work].sort() }])
})

test('what is sent at the same moment is kept for each, the same bytes as well', async () => {
  const contents = ['one', 'two', 'one', 'three', 'two', 'one']
  const uploads = await Promise.all(contents.map((content) => keep(content)))
  expect(await Promise.all(uploads.map((upload) => text(upload)))).toEqual(contents)
  const rows = await room.db.database.query('select 1 from upload')
  expect(rows).toHaveLength(3)
})

test('an upload to an account that goes at that moment fails alone', async () => {
  await room.db.database.transaction((tx) => room.changes.close(tx, otherAccount.id))
  const results = await Promise.allSettled([
    keep('first'),
    keep('to nobody', room.mail, otherAccount),
    keep('last'),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('many bytes are walked in the order asked for, those of others left out', async () => {
  const contents = ['small', 'x'.repeat(900_000), 'y'.repeat(900_000), '', 'small'].map((one) =>
    one.repeat(3),
  )
  const uploads: Upload[] = []
  for (const content of contents) {
    const kept = await room.mail.uploads.keep(
      { userId: room.user, accountId: own.id },
      stream(content),
      8 * max,
    )
    if (kept === 'too-large') throw new Error('too large')
    uploads.push(kept)
  }
  const strange = await keep('not ours', room.mail, otherAccount)
  const digests = [...uploads, strange].map(({ digest }) => digest)
  const seen: Array<string | undefined> = []
  for await (const bytes of room.mail.blobs.readEach(own.id, digests)) seen.push(bytes?.toString())
  expect(seen).toEqual([...contents, undefined])
})
