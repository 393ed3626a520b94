import { beforeEach, expect, test } from 'vitest'
import { systemRandom } from '../../kit/random.ts'
import {
  createIdentities,
  createSubmissions,
  type Submissions,
  type SubmissionView,
} from '../../mail/index.ts'
import { arrives, mailOfEachTest, ownAddress } from '../../../../server-testing/src/mail/test-mail.ts'
import type { BookingMail, BookingMailer } from './booking-mail.ts'
import { createBookingMailer } from './mailer.ts'

const { room, account } = mailOfEachTest()
let submissions: Submissions
let post: BookingMailer

beforeEach(() => {
  const { mail, changes, clock, parts } = room
  const { database } = room.db
  const getHolder = async () => ({ address: ownAddress, name: 'Me' })
  const identities = createIdentities({ database, changes, getHolder })
  submissions = createSubmissions({
    database,
    blobs: parts.blobs,
    outbox: parts.outbox,
    mail,
    identities,
    getHolder,
    getLanguage: async () => 'en',
    clock,
    changes,
    jobs: { handle: () => {}, enqueue: async () => {} },
    random: systemRandom,
    refreshAccount: async () => {},
    relay: async () => ({ outcome: 'not-taken', said: '421 later' }),
  })
  post = createBookingMailer({ mail, identities, submissions, mailAccounts: async () => [account.id] })
})

const message: BookingMail = {
  to: 'ben@else.test',
  replyTo: undefined,
  subject: 'Booked: Talk',
  text: 'On Tuesday.\n',
  calendar: undefined,
}
const send = (more: Partial<BookingMail> = {}) =>
  post.send(room.user, account.id, 'booking-1-0-a', { ...message, ...more })
const sent = () => submissions.list(account.id, null)

test('a message goes once, however often a job that was cut off begins again', async () => {
  await send()
  await send()
  expect(await sent()).toMatchObject([{ envelope: { rcptTo: [{ email: 'ben@else.test' }] } }])
})

test('nor does it go again when the mail server has put a copy of its own into Sent', async () => {
  await send()
  const [{ messageId }] = (await sent()) as [SubmissionView]
  const [row] = await room.mail.read.emails(account.id, [messageId], true)
  const prepared = await room.mail.ingest.prepare([(await room.mail.read.readBytes(row!))!])
  await room.changes.write(account.id, arrives, (change) =>
    room.mail.ingest.arrive(
      change,
      prepared.map((preparedMessage) => ({
        prepared: preparedMessage,
        mailboxIds: [account.boxes.sent],
        keywords: ['$seen'],
      })),
    ),
  )
  await send()
  expect(await sent()).toHaveLength(1)
})

test('one that is refused is no message that was sent, also when it is tried again', async () => {
  await expect(send({ to: 'nobody' })).rejects.toThrow('invalid-recipients')
  await expect(send({ to: 'nobody' })).rejects.toThrow('invalid-recipients')
  expect(await sent()).toEqual([])
})
