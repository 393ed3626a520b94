import { decodePart, headerAs, leafParts, type MimePart, parseMime, toTree } from '@plmail/mail-format'
import type { Change } from '../../changes/index.ts'
import { cleanText } from '../clean-text.ts'
import type { Arrival } from '../types.ts'
import { fieldGroups, withoutType } from '../receipts/fields.ts'
import { hashMessageId } from '../threading/thread-input.ts'
import type { RecipientStatus } from './types.ts'
import { byMessageId } from './submission-rows.ts'

/** Bytes that are stored already. */
type ReadBytes = (digest: Buffer) => Promise<Buffer | undefined>

/** Reports are small; a large one is somebody's attempt at something. */
const maxReportSize = 2 * 1024 * 1024

/**
 * Looks among messages that arrive for reports of delivery (RFC 3464) and of reading (RFC 8098) about what the account
 * has sent, and notes in the submission what they say. Only those who were written to know the Message-ID.
 */
export async function noteReports(
  change: Change,
  arrivals: readonly Arrival[],
  readBytes: ReadBytes,
): Promise<void> {
  for (const { prepared } of arrivals) {
    if (prepared.size > maxReportSize || !mayBeReport(prepared.parsed.structure)) continue
    const raw = await readBytes(prepared.digest)
    const report = raw && reportIn(raw)
    if (report) await note(change, report, prepared.digest)
  }
}

function mayBeReport(structure: unknown): boolean {
  return structure !== null && toTree(structure).root.type === 'multipart/report'
}

interface Report {
  kind: 'delivery' | 'reading'
  messageId: string
  /** By address in lower case. */
  about: Map<string, { delivered?: 'yes' | 'no'; displayed?: 'yes'; reply?: string }>
}

/** Reads a report; undefined when the message is none, or does not say which message it is about. */
export function reportIn(raw: Buffer): Report | undefined {
  const parts = leafParts(parseMime(raw))
  const part = (type: string) => parts.find((candidate) => candidate.type === type)
  const delivery = part('message/delivery-status')
  if (delivery) {
    const messageId = originalId(raw, parts)
    return messageId === undefined
      ? undefined
      : { kind: 'delivery', messageId, about: deliveries(raw, delivery) }
  }
  const reading = part('message/disposition-notification')
  return reading && readingIn(raw, reading)
}

/** The returned message, or its header, names itself (RFC 3464 §2). */
function originalId(raw: Buffer, parts: readonly MimePart[]): string | undefined {
  const returned = parts.find(({ type }) => type === 'message/rfc822' || type === 'text/rfc822-headers')
  if (!returned) return undefined
  const bytes = decodePart(raw, returned)
  return headerAs(bytes, parseMime(bytes).root, 'message-id', 'asMessageIds')?.[0]
}

function deliveries(raw: Buffer, part: MimePart): Report['about'] {
  const about: Report['about'] = new Map()
  // The first group is about the whole report (RFC 3464 §2.1).
  for (const fields of groups(decodePart(raw, part)).slice(1)) {
    const action = fields.get('action')?.toLowerCase()
    const delivered = action === 'failed' ? 'no' : action === 'delivered' ? 'yes' : undefined
    const reply = readTyped(fields.get('diagnostic-code')) ?? fields.get('status')
    for (const name of ['original-recipient', 'final-recipient']) {
      const address = readTyped(fields.get(name))?.toLowerCase()
      if (address !== undefined && delivered)
        about.set(address, { delivered, ...(reply === undefined ? {} : { reply: cleanText(reply, 500) }) })
    }
  }
  return about
}

function readingIn(raw: Buffer, part: MimePart): Report | undefined {
  const fields = groups(decodePart(raw, part))[0] ?? new Map<string, string>()
  const messageId = /<?([^<>\s]+)>?/.exec(fields.get('original-message-id') ?? '')?.[1]
  if (messageId === undefined || !/;\s*displayed\b/i.test(fields.get('disposition') ?? '')) return undefined
  const address = readTyped(fields.get('original-recipient') ?? fields.get('final-recipient'))?.toLowerCase()
  if (address === undefined) return undefined
  return { kind: 'reading', messageId, about: new Map([[address, { displayed: 'yes' }]]) }
}

/** The fields of each group by name in lower case. */
const groups = (bytes: Buffer): Array<Map<string, string>> =>
  fieldGroups(bytes).map((fields) => new Map(fields.map(([name, value]) => [name.toLowerCase(), value])))

const readTyped = (value: string | undefined): string | undefined => value && withoutType(value)

async function note(change: Change, report: Report, digest: Buffer): Promise<void> {
  const [row] = await byMessageId(change.tx, change.accountId, hashMessageId(report.messageId))
  const isAbout = row?.recipients.some(({ email }) => report.about.has(email.toLowerCase()))
  if (!row || !isAbout || row.undoStatus !== 'final') return
  const recipients = row.recipients.map((recipient) => recipientAfterReport(recipient, report))
  const column = report.kind === 'delivery' ? 'dsn_blobs' : 'mdn_blobs'
  await change.tx.query(
    `update submission set recipients = $2, ${column} = array_append(array_remove(${column}, $3), $3)
     where id = $1`,
    [row.id, JSON.stringify(recipients), digest],
  )
  change.updated('EmailSubmission', [row.id])
}

function recipientAfterReport(recipient: RecipientStatus, { about }: Report): RecipientStatus {
  const status = about.get(recipient.email.toLowerCase())
  if (!status) return recipient
  return {
    ...recipient,
    delivered: status.delivered ?? recipient.delivered,
    displayed: status.displayed ?? recipient.displayed,
    reply: status.reply ?? recipient.reply,
  }
}
