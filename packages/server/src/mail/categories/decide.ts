import type { Category, CategoryReason, CategoryRule } from '@plmail/wire'
import { cleanText } from '../clean-text.ts'
import { socialNetworks } from './social-networks.ts'

/** Facts from which the category of a received message is decided. */
export interface CategoryFacts {
  /** The address in From; null where there is none. */
  from: string | null
  /** Header fields, one a line: name, colon, value; in lower case (`SearchRow.headers`). */
  headers: string
}

export interface Decided extends CategoryReason {
  name: Category
}

const maxValueLength = 200

/** The category of a message by what it says of itself. Never throws. */
export function decide({ from, headers }: CategoryFacts): Decided {
  const fields = getFields(headers)
  const address = (from ?? '').toLowerCase()
  return (
    discussion(fields) ??
    network(address) ??
    automatic(fields) ??
    bulk(fields) ??
    unanswered(fields) ??
    robot(address) ??
    decided('primary', 'nothing')
  )
}

/** Returns whether the category depends on the sender being known. List mail is for the list, whoever wrote it. */
export const dependsOnSender = ({ name, rule }: Decided): boolean => name !== 'primary' && rule !== 'list'

/** Returns the category of a sender-dependent message when the user has written to this address. */
export const fromKnown = (from: string): Decided => decided('primary', 'known', 'from', from.toLowerCase())

type Fields = ReadonlyMap<string, string>

/** The first of each name that is looked at. */
function getFields(headers: string): Fields {
  const fields = new Map<string, string>()
  for (const line of headers.split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon))
    if (telling.has(name) && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

/** Fields that programs for discussion lists and forums write. */
const ofLists = [
  'x-mailman-version',
  'x-google-group-id',
  'x-discourse-post-id',
  'x-listserv-version',
] as const
/** Fields that programs for mass mail write. */
const ofMassMail = ['list-unsubscribe', 'feedback-id', 'x-csa-complaints'] as const

const telling: ReadonlySet<string> = new Set([
  ...ofLists,
  ...ofMassMail,
  'list-post',
  'list-id',
  'precedence',
  'auto-submitted',
  'x-auto-response-suppress',
])

/** RFC 2369 §3.4: `List-Post: NO` is of a list that nobody else may write to. */
function discussion(fields: Fields): Decided | undefined {
  const post = fields.get('list-post')
  if (post !== undefined && post !== '' && !/^no\b/.test(post))
    return decided('forums', 'list', 'list-post', listName(fields) ?? post)
  for (const field of ofLists)
    if (fields.has(field)) return decided('forums', 'list', field, listName(fields) ?? fields.get(field))
  // RFC 2919: a list with a name, and no way to leave it as mass mail has.
  if (fields.has('list-unsubscribe')) return undefined
  if (fields.has('list-id')) return decided('forums', 'list', 'list-id', listName(fields))
  return fields.get('precedence') === 'list' ? decided('forums', 'list', 'precedence', 'list') : undefined
}

/** The identifier of RFC 2919 §2, without the words before it. */
function listName(fields: Fields): string | undefined {
  const whole = fields.get('list-id')
  return whole === undefined ? undefined : (/<([^<>]+)>/.exec(whole)?.[1]?.trim() ?? whole)
}

function network(address: string): Decided | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const match = socialNetworks.find((candidate) => domain === candidate || domain.endsWith(`.${candidate}`))
  return match === undefined ? undefined : decided('social', 'social', 'from', match)
}

/** RFC 3834 §5, and what came before it. Programs that tell of something say so; mass mail does not. */
function automatic(fields: Fields): Decided | undefined {
  const submitted = fields.get('auto-submitted')
  if (submitted && !/^no\b/.test(submitted))
    return decided('updates', 'automatic', 'auto-submitted', submitted)
  if (fields.get('precedence') === 'auto_reply')
    return decided('updates', 'automatic', 'precedence', 'auto_reply')
  return undefined
}

function bulk(fields: Fields): Decided | undefined {
  for (const field of ofMassMail)
    if (fields.has(field)) return decided('promotions', 'bulk', field, listName(fields) ?? fields.get(field))
  const precedence = fields.get('precedence')
  if (precedence === 'bulk' || precedence === 'junk')
    return decided('promotions', 'bulk', 'precedence', precedence)
  return undefined
}

/** A program of Microsoft's that wants no automatic answer. Mass mail sends it too, so it is looked at last. */
function unanswered(fields: Fields): Decided | undefined {
  const suppress = fields.get('x-auto-response-suppress')
  return suppress ? decided('updates', 'automatic', 'x-auto-response-suppress', suppress) : undefined
}

const noAnswer = /^(?:no|do-?not|dont)[-_.]?reply\b|^(?:mailer-daemon|postmaster)$/
const ofPrograms = /^(?:notifications?|alerts?|billing|invoices?|receipts?|orders?|shipping)(?:[-_.+]|$)/

function robot(address: string): Decided | undefined {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@')))
  return noAnswer.test(local) || ofPrograms.test(local)
    ? decided('updates', 'automatic', 'from', address)
    : undefined
}

function decided(name: Category, rule: CategoryRule, field: string | null = null, value = ''): Decided {
  return { name, rule, field, value: cleanText(value, maxValueLength) || null }
}
