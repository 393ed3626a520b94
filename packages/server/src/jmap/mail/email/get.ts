import { toTree } from '@plmail/mail-format'
import {
  capability,
  type EmailUnsubscribe,
  emailWireId,
  mailboxWireId,
  type MessageId,
  threadWireId,
} from '@plmail/wire'
import type { EmailRow, Mail, StoredBytes } from '../../../mail/index.ts'
import { onlyKnown } from '../../engine/arguments.ts'
import { encodeBlobId } from '../../engine/blob-id.ts'
import { buildAnswer, readRequest } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import { writeUtcDate } from '../../engine/utc-date.ts'
import { type JmapAccount, type Method, MethodFailure, type ReadAhead } from '../../engine/method.ts'
import { isMarkProperty, markProperties, marksJson } from './mark-properties.ts'
import { contentJson, contentRequest, type ContentRequest } from './content.ts'
import { bodyArguments, bodyRequest } from './parts.ts'
import { isUnsubscribeProperty, createJunkTest, unsubscribeJson, findWaysToLeave } from './unsubscribe.ts'
import { defaultProperties, isEmailProperty, summaryProperties } from './properties.ts'

/**
 * Email/get (RFC 8621 §4.2). List properties come from the row as they were written; structure and bytes are read
 * only when a property needs them.
 */
export function emailGet({ mail }: { mail: Mail }): Method {
  return {
    run: async (args, { caller, using, readAhead }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties', ...bodyArguments])
      const isKnown = (name: string) =>
        isEmailProperty(name) ||
        (using.has(capability.snooze) && isMarkProperty(name)) ||
        (using.has(capability.unsubscribe) && isUnsubscribeProperty(name))
      const request = readRequest(args, caller, emailWireId, isKnown)
      const { account } = request
      const properties = request.properties ?? new Set(defaultProperties)
      const content = contentRequest(properties, bodyRequest(args))
      const ids = request.ids ?? (await allIds(mail, account))
      const asksWays = properties.has('unsubscribe')
      const isWhole = content.needsStructure || asksWays
      const { state, found: rows } =
        (isWhole || ids.length === 0 ? findReadAhead(account, ids, readAhead) : undefined) ??
        (await mail.read.emailsWithState(account.id, ids, isWhole))
      const marked = await withMarks(mail, account, properties, await emailsJson(mail, rows, content))
      const emails = asksWays ? await withWays(mail, account, rows, marked) : marked
      return buildAnswer(request, emailWireId, state, emails)
    },
  }
}

/** Returns the messages that the previous call read ahead, when they are those of this call. */
function findReadAhead({ id }: JmapAccount, ids: readonly MessageId[], ahead: ReadAhead | undefined) {
  if (ahead?.accountId !== id || ahead.found.length !== ids.length) return undefined
  return ids.every((requested, index) => ahead.found[index]?.id === requested) ? ahead : undefined
}

interface EmailJson {
  id: MessageId
  json: Record<string, unknown>
}

/** With what was decided for later, where that is asked for. */
async function withMarks(
  mail: Mail,
  account: JmapAccount,
  properties: ReadonlySet<string>,
  emails: EmailJson[],
): Promise<EmailJson[]> {
  if (!markProperties.some((name) => properties.has(name))) return emails
  const marks = await mail.snooze.marks(
    account.id,
    emails.map(({ id }) => id),
  )
  return emails.map(({ id, json }) => ({ id, json: { ...json, ...marksJson(marks.get(id), properties) } }))
}

/** With how the lists they came from are left. */
async function withWays(
  mail: Mail,
  account: JmapAccount,
  rows: readonly EmailRow[],
  emails: readonly EmailJson[],
): Promise<EmailJson[]> {
  const isJunk = await createJunkTest(mail, account)
  const ways = new Map<MessageId, EmailUnsubscribe | null>()
  for await (const { row, raw } of mail.read.withBytes(rows))
    ways.set(
      row.id,
      unsubscribeJson(raw === 'damaged' ? undefined : findWaysToLeave(row, raw, account, isJunk)),
    )
  return emails.map(({ id, json }) => ({ id, json: { ...json, unsubscribe: ways.get(id) ?? null } }))
}

/** `ids: null` asks for every message, which an account with more than one call may give refuses. */
async function allIds(mail: Mail, account: JmapAccount) {
  const ids = await mail.read.ids(account.id, limits.maxObjectsInGet + 1)
  if (ids.length <= limits.maxObjectsInGet) return ids
  throw new MethodFailure(
    'requestTooLarge',
    `The account has more than ${limits.maxObjectsInGet} messages: name the ids`,
  )
}

/** Bytes are let go of as soon as their message is described: a thousand messages may be asked for at once. */
async function emailsJson(mail: Mail, rows: readonly EmailRow[], content: ContentRequest) {
  if (!content.needsBytes)
    return rows.map((row) => ({ id: row.id, json: emailJson(row, undefined, content) }))
  const emails: EmailJson[] = []
  for await (const { row, raw } of mail.read.withBytes(rows))
    emails.push({ id: row.id, json: emailJson(row, raw, content) })
  return emails
}

function emailJson(row: EmailRow, raw: StoredBytes, content: ContentRequest): Record<string, unknown> {
  const json = rowJson(row, content.properties)
  if (!content.needsStructure || row.structure === null) return json
  const source = {
    tree: toTree(JSON.parse(row.structure)),
    isDamaged: raw === 'damaged',
    raw: () => {
      if (!raw || raw === 'damaged')
        throw new Error(`The bytes of message ${row.id} are not in the blob store`)
      return raw
    },
    blobId: (partId: string) => encodeBlobId(row.digest, partId),
  }
  return { ...json, ...contentJson(source, content) }
}

const flags = (names: readonly string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true as const]))

const fromRow: ReadonlyArray<[string, (row: EmailRow) => unknown]> = [
  ['id', (row) => emailWireId.encode(row.id)],
  ['blobId', (row) => encodeBlobId(row.digest)],
  ['threadId', (row) => threadWireId.encode(row.threadId)],
  ['mailboxIds', (row) => flags(row.mailboxIds.map((id) => mailboxWireId.encode(id)))],
  ['keywords', (row) => flags(row.keywords)],
  ['size', (row) => row.size],
  ['receivedAt', (row) => writeUtcDate(row.receivedAt)],
]

/** The properties asked for, as far as the row and the summary written beside it have them. */
function rowJson(row: EmailRow, properties: ReadonlySet<string>): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const [name, getValue] of fromRow) if (properties.has(name)) json[name] = getValue(row)
  if (!summaryProperties.some((name) => properties.has(name))) return json
  const summary = JSON.parse(row.summary) as Record<string, unknown>
  for (const name of summaryProperties) if (properties.has(name)) json[name] = summary[name]
  return json
}
