import { contentLine, escapeText, type EventObject, isObject, writeCalendar } from '@plmail/calendar-format'
import { type DraftField, type DraftPart, plainPart } from '@plmail/mail-format'
import type { ReminderId, UserId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { JobKind } from '../../jobs/index.ts'
import type { SubmissionView } from '../../mail/index.ts'
import { handOver } from '../send-own-message.ts'
import type { MailedReminder } from '../reminders/index.ts'
import { mailText, chooseMailKind } from './mail-text.ts'
import type { InvitationParts, MailAccount, Speech } from './invitation-parts.ts'
import { calendarAddress, getOrganizer, participantAt, participantId } from './participants.ts'
import { withinUse } from './reminder-mail.ts'

/** A message about a meeting that is to be written. */
export interface OutgoingSchedulingMail {
  method: 'REQUEST' | 'CANCEL' | 'REPLY' | 'COUNTER'
  event: EventObject
  to: readonly string[]
  from: string
  account: MailAccount
  /** Whether those who are told have heard of it before. */
  isKnown: boolean
  inReplyTo: string | null
}

/** Writes the message down in the change that it tells of; a job sends it. */
export async function queueMail(
  { jobs }: Pick<InvitationParts, 'jobs'>,
  change: Change,
  mail: OutgoingSchedulingMail,
  speech: Speech,
): Promise<void> {
  const { method, event, from, account } = mail
  const { subject, body } = mailText(chooseMailKind(method, event, from, mail.isKnown), event, from, speech)
  const recipients = mail.to.map((email) => ({ email, name: getName(event, email) }))
  const [row] = await change.tx.query<{ id: number }>(
    `insert into scheduling_mail (account_id, sender, recipients, method, subject, body, calendar, in_reply_to, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      account.id,
      from,
      JSON.stringify(recipients),
      method,
      subject,
      body,
      calendarText(method, event, from, change.at),
      mail.inReplyTo,
      change.at,
    ],
  )
  if (!row) throw new Error('insert returned nothing')
  await jobs.enqueue(change.tx, mailKind, { id: row.id }, { key: `calendar.mail-out:${row.id}` })
}

/** A reminder that the user sends to themselves; the sweep of reminders looks after it (`reminder-mail.ts`). */
export async function queueReminder(
  { jobs }: Pick<InvitationParts, 'jobs'>,
  change: Change,
  { id, address }: MailAccount,
  event: EventObject,
  speech: Speech,
  reminder: MailedReminder,
): Promise<void> {
  const { subject, body } = mailText('REMINDER', event, address, speech)
  const recipients = JSON.stringify([{ email: address, name: null }])
  const [row] = await change.tx.query<{ id: number }>(
    `insert into scheduling_mail (account_id, sender, recipients, method, subject, body, calendar, created_at,
       reminder_id, useful_until)
     values ($1, $2, $3, 'REMINDER', $4, $5, '', $6, $7, $8) returning id`,
    [id, address, recipients, subject, body, change.at, reminder.id, reminder.usefulUntil],
  )
  if (!row) throw new Error('insert returned nothing')
  await jobs.enqueue(change.tx, mailKind, { id: row.id }, { key: `calendar.mail-out:${row.id}` })
}

const getName = (event: EventObject, email: string): string | null => {
  const name = participantAt(event, email)?.[1]['name']
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : null
}

/**
 * Writes the iCalendar text; a comment sent with an answer becomes COMMENT, which events do not have (RFC 5546 §3.2.3).
 */
export function calendarText(method: string, event: EventObject, from: string, at: Date): string {
  const text = writeCalendar({ events: [withOrganizer(event)], method, at })
  const comment = participantAt(event, from)?.[1]['participationComment']
  if ((method !== 'REPLY' && method !== 'COUNTER') || typeof comment !== 'string' || comment === '')
    return text
  const end = text.lastIndexOf('END:VEVENT')
  return `${text.slice(0, end)}${contentLine('COMMENT', escapeText(comment))}\r\n${text.slice(end)}`
}

/** Every message about a meeting names the organizer (RFC 5546 §3.2), who need not take part. */
function withOrganizer(event: EventObject): EventObject {
  const email = getOrganizer(event)
  const owner = calendarAddress(email)
  const entry = participantAt(event, email) ?? [participantId(email), { roles: { owner: true } }]
  const [id, organizer] = entry
  const participants = isObject(event['participants']) ? event['participants'] : {}
  return {
    ...event,
    organizerCalendarAddress: owner,
    participants: { ...participants, [id]: { ...organizer, calendarAddress: owner } },
  }
}

export const mailKind: JobKind<{ id: number }> = {
  name: 'calendar.mail-out',
  lane: 'outbox',
  maxAttempts: 10,
  parse: (payload) => {
    const { id } = (payload ?? {}) as { id?: unknown }
    if (typeof id !== 'number') throw new Error('Job payload names no message')
    return { id }
  },
}

interface MailRow {
  id: number
  accountId: MailAccount['id']
  sender: string
  recipients: Array<{ email: string; name: string | null }>
  method: string
  subject: string
  body: string
  calendar: string
  inReplyTo: string | null
  reminderId: ReminderId | null
  usefulUntil: Date | null
}

/** Sends what was queued. Safe to run twice: `handOver` finds by the Message-ID what an earlier run has done. */
export async function sendMail(parts: InvitationParts, id: number): Promise<void> {
  const [row] = await parts.database.query<MailRow>(
    `select id, account_id as "accountId", sender, recipients, method, subject, body, calendar,
       in_reply_to as "inReplyTo", reminder_id as "reminderId", useful_until as "usefulUntil" from scheduling_mail where id = $1`,
    [id],
  )
  const owner = row && (await parts.getOwner(row.accountId))
  if (row && owner !== undefined) {
    const { reminderId, usefulUntil } = row
    if (reminderId !== null && usefulUntil) {
      const mailed = { userId: owner, accountId: row.accountId, reminderId, usefulUntil }
      await withinUse(parts, mailed, (mayBegin) => submitted(parts, owner, row, mayBegin))
    } else await submitted(parts, owner, row)
  }
  await parts.database.query('delete from scheduling_mail where id = $1', [id])
}

/**
 * Hands the message over if that is allowed, and returns its submission; undefined: there is none, nor may there be.
 */
async function submitted(
  parts: InvitationParts,
  userId: UserId,
  row: MailRow,
  mayBegin = true,
): Promise<SubmissionView | undefined> {
  const { accountId, sender: from } = row
  const header = `meeting-${row.id}.${accountId}@${getDomain(from)}`
  const [identity] = await parts.identities.list(accountId)
  if (!identity) throw new Error('The account has no identity')
  const to = row.recipients.map(({ email }) => email)
  const raw = (): Buffer => write(parts, row, identity.name, header)
  if (mayBegin) await handOver(parts, userId, accountId, { identityId: identity.id, header, from, to, raw })
  return parts.submissions.findByMessageId(accountId, header)
}

const getDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

function write({ mail }: InvitationParts, row: MailRow, name: string, header: string): Buffer {
  const answered: DraftField[] = row.inReplyTo
    ? ['In-Reply-To', 'References'].map((field) => ({
        name: field,
        form: 'asMessageIds',
        value: [row.inReplyTo ?? ''],
      }))
    : []
  return mail.compose(
    {
      fields: [
        { name: 'From', form: 'asAddresses', value: [{ name: name || null, email: row.sender }] },
        { name: 'To', form: 'asAddresses', value: row.recipients },
        { name: 'Subject', form: 'asText', value: row.subject },
        { name: 'Message-ID', form: 'asMessageIds', value: [header] },
        ...answered,
      ],
      body: getBody(row),
    },
    getDomain(row.sender),
  )
}

/** The words, and beside them what programs read (RFC 6047 §2.4). */
function getBody({ body, calendar, method }: MailRow): DraftPart {
  const textPart = plainPart('text/plain', { kind: 'text', text: body })
  if (calendar === '') return textPart
  const read = plainPart('text/calendar', { kind: 'text', text: calendar.replaceAll('\r\n', '\n') })
  const parts = [textPart, { ...read, parameters: [['method', method] as const] }]
  return plainPart('multipart/alternative', { kind: 'parts', parts })
}
