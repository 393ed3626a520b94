import { arrangeBody, type Draft, type DraftPart, plainPart } from '@plmail/mail-format'
import type { MailboxId } from '@plmail/wire'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { limits } from '../../engine/limits.ts'
import { type GivenFields, isConvenience, takeHeader } from './creation-headers.ts'
import { type GivenPart, readGivenPart, type PartContext } from './creation-parts.ts'
import { type PatchError, wholeKeywords, wholeMailboxes } from './patch.ts'
import { readUtcDate } from '../../engine/utc-date.ts'

/** An Email to be made (RFC 8621 §4.6). */
export interface Creation extends Placement {
  draft: Draft
}

/** Mailboxes and keywords of a new Email; shared by /set, /import and /copy. */
export interface Placement {
  mailboxIds: MailboxId[]
  keywords: string[]
  /** Undefined leaves it to the method. */
  receivedAt: Date | undefined
}

/** Reads an Email of a /set create; `blob` finds the bytes its parts refer to. */
export async function creation(
  json: JsonObject,
  createdIds: ReadonlyMap<string, string>,
  blob: (blobId: string) => Promise<Buffer | undefined>,
): Promise<Creation | PatchError> {
  const blobs = await findBlobs(json, blob)
  const bad: string[] = []
  const placement = readPlacement(json, createdIds, bad)
  const top: GivenFields = { fields: [], properties: new Map() }
  for (const [key, value] of Object.entries(json)) {
    if (bodyKeys.has(key) || placementKeys.has(key)) continue
    if (isConvenience(key) || (key.startsWith('header:') && !/^header:content-/i.test(key)))
      takeHeader(top, key, value, key, bad)
    else bad.push(key)
  }
  const body = readBody(json, { texts: readTexts(json, bad), blobs: blobs.blobs, bad, count: 0 }, top)
  if (bad.length > 0) return { type: 'invalidProperties', properties: [...new Set(bad)] }
  if (blobs.missing.length > 0) return { type: 'blobNotFound', notFound: blobs.missing }
  if (blobs.size > limits.maxSizeUpload) return { type: 'tooLarge' }
  return { ...placement, draft: { fields: top.fields, body } }
}

const placementKeys = new Set(['mailboxIds', 'keywords', 'receivedAt'])
const bodyKeys = new Set(['bodyStructure', 'textBody', 'htmlBody', 'attachments', 'bodyValues'])

/** Reads mailboxIds, keywords and receivedAt; what is wrong goes to `bad`. */
export function readPlacement(
  json: JsonObject,
  createdIds: ReadonlyMap<string, string>,
  bad: string[],
): Placement {
  const mailboxIds = wholeMailboxes(json['mailboxIds'], createdIds)
  if (mailboxIds === undefined || mailboxIds.size === 0) bad.push('mailboxIds')
  const keywords = wholeKeywords(json['keywords'] ?? {})
  if (keywords === undefined) bad.push('keywords')
  const receivedAt = json['receivedAt'] ?? undefined
  const at = receivedAt === undefined ? undefined : readUtcDate(receivedAt)
  if (receivedAt !== undefined && at === undefined) bad.push('receivedAt')
  return { mailboxIds: [...(mailboxIds ?? [])], keywords: [...(keywords ?? [])], receivedAt: at }
}

interface FoundBlobs {
  blobs: Map<string, Buffer>
  missing: string[]
  size: number
}

/** Every blob that a part names, wherever in the creation it stands. */
async function findBlobs(
  json: JsonObject,
  blob: (blobId: string) => Promise<Buffer | undefined>,
): Promise<FoundBlobs> {
  const ids = new Set<string>()
  const pending: unknown[] = [json['bodyStructure'], json['textBody'], json['htmlBody'], json['attachments']]
  for (let at = 0; at < pending.length && at < 10_000; at += 1) {
    const bodyValue = pending[at]
    if (Array.isArray(bodyValue)) for (const item of bodyValue as unknown[]) pending.push(item)
    if (!isObject(bodyValue)) continue
    if (typeof bodyValue['blobId'] === 'string') ids.add(bodyValue['blobId'])
    if ('subParts' in bodyValue) pending.push(bodyValue['subParts'])
  }
  const result: FoundBlobs = { blobs: new Map(), missing: [], size: 0 }
  for (const id of ids) {
    const bytes = await blob(id)
    if (!bytes) result.missing.push(id)
    else result.blobs.set(id, bytes)
    result.size += bytes?.length ?? 0
    if (result.size > limits.maxSizeUpload) break
  }
  return result
}

/** bodyValues by partId (RFC 8621 §4.6): what is no whole text is refused. */
function readTexts(json: JsonObject, bad: string[]): Map<string, string> {
  const values = json['bodyValues'] ?? {}
  const texts = new Map<string, string>()
  if (!isObject(values)) {
    bad.push('bodyValues')
    return texts
  }
  for (const [partId, bodyValue] of Object.entries(values)) {
    const path = `bodyValues/${partId.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const value = isObject(bodyValue) ? bodyValue['value'] : undefined
    if (!isObject(bodyValue) || typeof value !== 'string') {
      bad.push(path)
      continue
    }
    for (const flag of ['isEncodingProblem', 'isTruncated'])
      if ((bodyValue[flag] ?? false) !== false) bad.push(`${path}/${flag}`)
    texts.set(partId, value)
  }
  return texts
}

function readBody(json: JsonObject, context: PartContext, top: GivenFields): DraftPart {
  const purposes = ['textBody', 'htmlBody', 'attachments'].filter((name) => (json[name] ?? null) !== null)
  const structure = json['bodyStructure'] ?? null
  if (structure !== null && purposes.length > 0) {
    context.bad.push(...purposes)
    return nothing
  }
  if (structure !== null) {
    const root = readGivenPart(structure, 'bodyStructure', 'text/plain', context)
    return root ? asRoot(root, top, context.bad) : nothing
  }
  const text = only(json, 'textBody', 'text/plain', context)
  const html = only(json, 'htmlBody', 'text/html', context)
  const attachments = readList(json, 'attachments', context).map((item, index) =>
    readGivenPart(item, `attachments/${index}`, readDefaultType(item), context),
  )
  const body = arrangeBody({
    text: text?.part,
    html: html?.part,
    attachments: attachments.flatMap((attachment) => attachment?.part ?? []),
  })
  const root = [text, html].find((part) => part?.part === body)
  return root ? asRoot(root, top, context.bad) : body
}

const nothing = plainPart('text/plain', { kind: 'text', text: '' })

/** The fields of the root are the message's: none may be given twice. */
function asRoot({ part, properties }: GivenPart, top: GivenFields, bad: string[]): DraftPart {
  for (const [name, path] of properties) if (top.properties.has(name)) bad.push(path)
  return part
}

function readList(json: JsonObject, name: string, { bad }: PartContext): unknown[] {
  const list = json[name] ?? []
  if (Array.isArray(list)) return list as unknown[]
  bad.push(name)
  return []
}

/** RFC 8621 §4.6: textBody and htmlBody hold exactly one part, of that type. */
function only(json: JsonObject, name: string, type: string, context: PartContext): GivenPart | undefined {
  const list = readList(json, name, context)
  if (list.length > 1) return void context.bad.push(name)
  if (list.length === 0) return undefined
  const part = readGivenPart(list[0], `${name}/0`, type, context)
  if (part && part.part.type !== type) context.bad.push(`${name}/0/type`)
  return part
}

/** A file of an unknown kind is nothing to show. */
const readDefaultType = (json: unknown): string =>
  isObject(json) && typeof json['blobId'] === 'string' ? 'application/octet-stream' : 'text/plain'
