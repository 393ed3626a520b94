import { domainToASCII } from 'node:url'
import type { Draft, DraftField } from './draft.ts'
import { writeField } from './fields.ts'
import { type PartText, partText, type RandomBytes } from './part.ts'

export interface ComposeParts {
  /** Boundaries and Message-IDs come from it. */
  random: RandomBytes
  now: Date
  /** The right side of a new Message-ID: the domain the account sends from. */
  domain: string
}

/**
 * The bytes of a new message (RFC 5322, MIME). Message-ID and Date are added when the draft has none; Bcc stays, for
 * whoever sends it to take out. Throws for a field that cannot be written: ask `fieldText` first.
 */
export function composeMessage(draft: Draft, { random, now, domain }: ComposeParts): Buffer {
  const body = partText(draft.body, random)
  const ownFields = [...draft.fields, ...draft.body.fields].filter((field) => !isWrittenHere(field))
  const has = (name: string) => ownFields.some((field) => field.name.toLowerCase() === name)
  const added: DraftField[] = []
  if (!has('date')) added.push({ name: 'Date', form: 'asDate', value: `${now.toISOString().slice(0, 19)}Z` })
  if (!has('message-id'))
    added.push({ name: 'Message-ID', form: 'asMessageIds', value: [newMessageId(random, domain)] })
  const fields = inUsualOrder([...ownFields, ...added]).map(writeField)
  return assembled([...fields, 'MIME-Version: 1.0', ...body.fields], body)
}

const isWrittenHere = ({ name }: DraftField) => /^(mime-version|content-.*)$/i.test(name)

function newMessageId(random: RandomBytes, domain: string): string {
  const right = domainToASCII(domain).toLowerCase()
  return `${random(16).toString('hex')}@${/^[a-z0-9.-]+$/.test(right) ? right : 'localhost'}`
}

const usualOrder = `date from sender reply-to to cc bcc subject message-id in-reply-to references`.split(' ')

/** The order people expect in a header; fields of one name keep theirs. */
function inUsualOrder(fields: readonly DraftField[]): DraftField[] {
  const rank = ({ name }: DraftField) => {
    const place = usualOrder.indexOf(name.toLowerCase())
    return place === -1 ? usualOrder.length : place
  }
  return fields.toSorted((a, b) => rank(a) - rank(b))
}

function assembled(fields: readonly string[], { body }: PartText): Buffer {
  return Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), body])
}
