import { type MailboxId, mailboxWireId } from '@plmail/wire'
import type { MailboxPatch, MailboxView, WantedMailbox } from '../../../mail/index.ts'
import type { JsonObject } from '../../engine/arguments.ts'
import { roles } from '../roles.ts'
import {
  invalidPatch,
  invalidProperties,
  isBrokenPatch,
  resolveCreationId,
  type SetError,
} from '../../engine/set.ts'
import { mailboxJson } from './json.ts'

/** Properties of a Mailbox that a client may set (RFC 8621 §2). All others are refused, each named in the error. */

type CreatedIds = ReadonlyMap<string, string>

/** Properties of a Mailbox to be created. `name` must be there, the others have a default. */
export function readNewMailbox(json: JsonObject, createdIds: CreatedIds): WantedMailbox | SetError {
  const parsed = settable(json, createdIds)
  const bad = [...parsed.bad, ...(Object.hasOwn(json, 'name') ? [] : ['name'])]
  if (bad.length > 0) return invalidProperties(bad)
  return { name: '', parentId: null, role: null, ...parsed.patch }
}

/** An update. Properties that only the server sets may be sent as they are (RFC 8620 §5.3). */
export function mailboxPatch(
  json: JsonObject,
  present: MailboxView | undefined,
  createdIds: CreatedIds,
): MailboxPatch | SetError {
  if (isBrokenPatch(json, ['myRights'])) return invalidPatch
  const now = present ? mailboxJson(present) : {}
  const own = Object.entries(json).filter(([path, value]) => isSettable(path) || !isSame(now, path, value))
  const { patch, bad } = settable(Object.fromEntries(own), createdIds)
  return bad.length > 0
    ? invalidProperties(bad.flatMap((name) => differingPaths(now, name, json[name])))
    : patch
}

/** The paths within an object that the server sets at which the patch differs; the rest is as it is. */
function differingPaths(now: Record<string, unknown>, name: string, value: unknown): string[] {
  const currentValue = now[name]
  const areObjects = [currentValue, value].every((side) => typeof side === 'object' && side !== null)
  if (!areObjects) return [name]
  const paths = Object.entries(value as object).flatMap(([key, part]) =>
    isSame(now, `${name}/${key}`, part) ? [] : [`${name}/${key}`],
  )
  return paths.length > 0 ? paths : [name]
}

/** Whether the property, or what a patch path leads to within it (RFC 8620 §5.3), has this value already. */
function isSame(now: Record<string, unknown>, path: string, value: unknown): boolean {
  let at: unknown = now
  for (const token of path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) return false
    at = Reflect.get(at, token)
  }
  return isEqual(at, value)
}

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(Reflect.get(a, key), Reflect.get(b, key)))
  )
}

type Parser = (value: unknown, createdIds: CreatedIds) => MailboxPatch | undefined

/** Number of hues (lists extension). */
const hues = 12

/** Below 2^31 (RFC 8621 §2 sortOrder). */
const maxSortOrder = 2 ** 31 - 1

const parsers: Readonly<Record<string, Parser>> = {
  name: (value) => (typeof value === 'string' ? { name: value } : undefined),
  parentId: (value, createdIds) => {
    const parentId = value === null ? null : mailboxId(value, createdIds)
    return parentId === undefined ? undefined : { parentId }
  },
  role: (value) => {
    const role = value === null ? null : roles.find((candidate) => candidate === value)
    return role === undefined ? undefined : { role }
  },
  sortOrder: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxSortOrder
      ? { sortOrder: value }
      : undefined,
  hue: (value) =>
    value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < hues)
      ? { hue: value }
      : undefined,
  isSubscribed: (value) => (typeof value === 'boolean' ? { isSubscribed: value } : undefined),
}

const isSettable = (name: string): boolean => Object.hasOwn(parsers, name)

function settable(json: JsonObject, createdIds: CreatedIds): { patch: MailboxPatch; bad: string[] } {
  let patch: MailboxPatch = {}
  const bad: string[] = []
  for (const [name, value] of Object.entries(json)) {
    const parsed = isSettable(name) ? parsers[name]?.(value, createdIds) : undefined
    if (parsed === undefined) bad.push(name)
    else patch = { ...patch, ...parsed }
  }
  return { patch, bad }
}

export const mailboxId = (text: unknown, createdIds: CreatedIds): MailboxId | undefined =>
  mailboxWireId.decode(resolveCreationId(text, createdIds))
