import { type RawMessage, toRawMessage } from '../../blobs/raw.ts'
import { type Header, headerValue, readAddresses, readHeaders } from '../../mime/index.ts'
import { invalidArgument } from './refusal.ts'

/** An address the account may write from. */
export interface Alias {
  address: string
  name: string
  verified: boolean
}

export interface GmailOutgoing {
  /** Copy kept in Sent, with its Bcc. */
  kept: RawMessage
  /** Copy for the recipients. */
  delivered: RawMessage
  /** To, Cc and Bcc, each once. */
  recipients: string[]
  messageId: string
}

export interface OutgoingOptions {
  email: string
  aliases: readonly Alias[]
  now: Date
  nextHex: (bytes: number) => string
}

/** By API; the daily limits are not counted [D]. */
const maxRecipients = 500

/**
 * Prepares a message for sending as Gmail does. Recipients are those of the envelope, or without one those the message
 * names.
 */
export function prepare(
  raw: RawMessage,
  options: OutgoingOptions,
  envelope: readonly string[] = [],
): GmailOutgoing {
  const bytes = completed(raw, options)
  const { headers } = readHeaders(bytes)
  const addressed = ['to', 'cc', 'bcc'].flatMap((name) =>
    headers
      .filter((header) => header.name.toLowerCase() === name)
      .flatMap((header) => readAddresses(header.value)),
  )
  const named = envelope.length > 0 ? envelope : addressed.map((address) => address.address)
  const recipients = [...new Set(named.map((address) => address.toLowerCase()))]
  if (recipients.length === 0) throw invalidArgument('Recipient address required')
  if (recipients.length > maxRecipients) throw invalidArgument('Too many recipients')
  const invalid = recipients.find((address) => !/^[^\s@]+@[^\s@]+$/.test(address))
  if (invalid !== undefined) throw invalidArgument('Invalid To header')
  return {
    kept: toRawMessage(bytes),
    delivered: toRawMessage(withoutHeader(bytes, 'bcc')),
    recipients,
    messageId: headerValue(headers, 'message-id') ?? '',
  }
}

/**
 * A draft or a message as it is stored: with a Received line of the API [F], and with the Message-ID, Date and From it
 * lacked. A Message-ID that is there is kept [K]; a From that is neither the primary address nor a verified alias is
 * replaced by the primary [D].
 */
export function completed(raw: RawMessage, options: OutgoingOptions): Buffer {
  const bytes = raw.render()
  const { headers } = readHeaders(bytes)
  const { email, now, nextHex } = options
  const date = now.toUTCString().replace('GMT', '+0000')
  const added = [`Received: from 1 named unknown by gmailapi.google.com with HTTPREST; ${date}`]
  if (!/<[^<>\s]+>/.test(headerValue(headers, 'message-id') ?? ''))
    added.push(`Message-ID: <CA+${nextHex(16)}@mail.gmail.com>`)
  if (headerValue(headers, 'date') === undefined) added.push(`Date: ${date}`)
  const writes = mayWriteFrom(headers, options)
  if (!writes) added.push(`From: ${email}`)
  const dropped = writes ? bytes : withoutHeader(bytes, 'from')
  const withoutBadId = added.some((header) => header.startsWith('Message-ID:'))
    ? withoutHeader(dropped, 'message-id')
    : dropped
  return Buffer.concat([Buffer.from(added.map((line) => `${line}\r\n`).join(''), 'utf8'), withoutBadId])
}

function mayWriteFrom(headers: readonly Header[], { email, aliases }: OutgoingOptions): boolean {
  const from = readAddresses(headerValue(headers, 'from'))[0]?.address.toLowerCase()
  const allowed = [email, ...aliases.filter((alias) => alias.verified).map((alias) => alias.address)]
  return from !== undefined && allowed.some((address) => address.toLowerCase() === from)
}

/** The same bytes without the fields of that name, folded lines included. */
function withoutHeader(bytes: Buffer, name: string): Buffer {
  const { bodyAt } = readHeaders(bytes)
  const head = bytes.subarray(0, bodyAt).toString('latin1')
  const field = new RegExp(`^${name}[ \\t]*:[^\\n]*\\n?(?:[ \\t]+[^\\n]*\\n?)*`, 'gim')
  return Buffer.concat([Buffer.from(head.replace(field, ''), 'latin1'), bytes.subarray(bodyAt)])
}
