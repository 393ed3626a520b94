import type { ErrorDescription } from '../../engine/method.ts'
import { type MailboxId, mailboxWireId } from '@plmail/wire'
import type { EmailPatch } from '../../../mail/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { invalidPatch, isBrokenPatch } from '../../engine/set.ts'

/** RFC 8620 §5.3; `notFound` belongs to blobNotFound (RFC 8621 §4.6). */
export type PatchError = {
  type: string
  description?: ErrorDescription | undefined
  properties?: string[]
  notFound?: string[]
}

// RFC 8621 §4.1.1: IMAP keyword characters, 1 to 255 of them.
const keywordShape = /^[!#-$&-'+-[^-z|}~]{1,255}$/

/**
 * Reads the update of one Email (RFC 8621 §4.6): keywords and mailboxIds, whole or by path. Ids of mailboxes may be
 * creation ids of the same request.
 */
export function parsePatch(
  update: JsonObject,
  createdIds: ReadonlyMap<string, string>,
): EmailPatch | PatchError {
  if (isBrokenPatch(update, ['keywords', 'mailboxIds'])) return invalidPatch
  const keywords = new Map<string, boolean>()
  const mailboxes = new Map<MailboxId, boolean>()
  const patch: { -readonly [K in keyof EmailPatch]: EmailPatch[K] } = {}
  const bad: string[] = []
  for (const [path, value] of Object.entries(update)) {
    const [property, key] = path.split('/').map(unescape)
    if (property === 'keywords' && key === undefined)
      assign(wholeKeywords(withoutFalse(value)), (set) => (patch.replaceKeywords = set), path, bad)
    else if (property === 'mailboxIds' && key === undefined)
      assign(wholeMailboxes(value, createdIds), (set) => (patch.replaceMailboxes = set), path, bad)
    else if (property === 'keywords' && key !== undefined && keywordShape.test(key) && isSwitch(value))
      keywords.set(key.toLowerCase(), value === true)
    else if (property === 'mailboxIds' && key !== undefined && isSwitch(value)) {
      const id = mailboxId(key, createdIds)
      if (id === undefined) bad.push(path)
      else mailboxes.set(id, value === true)
    } else bad.push(path)
  }
  if (bad.length > 0) return { type: 'invalidProperties', properties: bad }
  return {
    ...patch,
    ...(keywords.size > 0 ? { keywords } : {}),
    ...(mailboxes.size > 0 ? { mailboxes } : {}),
  }
}

const unescape = (token: string) => token.replaceAll('~1', '/').replaceAll('~0', '~')

/** true sets, null removes; false is no JMAP but a client in the field sends it to mark as unread. */
const isSwitch = (value: unknown): value is boolean | null =>
  value === true || value === false || value === null

/** The same client takes a label off by sending all keywords with `false` for it. Null is none (RFC 8620 §5.3). */
function withoutFalse(value: unknown): unknown {
  if (value === null) return {}
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, on]) => on !== false)) : value
}

function assign<T>(value: T | undefined, to: (value: T) => void, path: string, bad: string[]): void {
  if (value === undefined) bad.push(path)
  else to(value)
}

/** A whole `keywords` value; undefined when it is none. */
export function wholeKeywords(value: unknown): Set<string> | undefined {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  if (!entries.every(([key, on]) => on === true && keywordShape.test(key))) return undefined
  return new Set(entries.map(([key]) => key.toLowerCase()))
}

/** A whole `mailboxIds` value; undefined when it is none. */
export function wholeMailboxes(
  value: unknown,
  createdIds: ReadonlyMap<string, string>,
): Set<MailboxId> | undefined {
  if (!isObject(value)) return undefined
  const ids = Object.entries(value).map(([key, on]) => (on === true ? mailboxId(key, createdIds) : undefined))
  return ids.every((id) => id !== undefined) ? new Set(ids) : undefined
}

function mailboxId(key: string, createdIds: ReadonlyMap<string, string>): MailboxId | undefined {
  return mailboxWireId.decode(key.startsWith('#') ? createdIds.get(key.slice(1)) : key)
}
