import type { AccountId } from '@plmail/wire'
import { isObject, type JsonObject } from './arguments.ts'
import type { OpenBytes } from './blob-bytes.ts'
import { resolvedBlobId } from './blob-id.ts'
import { MethodFailure } from './method.ts'
import { invalidProperties, type SetError, type SetOutcome, type SetRequest } from './set.ts'

/**
 * Resources that clients name by `blobId` (RFC 9610 §3 for the media of a card, JMAP Calendars §1.4 for the links of an
 * event). They are kept inside the object, as `data:` URIs (RFC 2397): an upload is forgotten after a day, and whoever
 * else reads the object, as a vCard or a calendar file, has no blobs.
 */
export interface Resources {
  /** The property that holds them by id. */
  property: string
  /** Property names within each resource: for its bytes, and for its media type. */
  uri: string
  type: string
  /** No object of the type is larger. */
  maxBytes: number
}

export interface Inlined {
  create: Array<[string, JsonObject]>
  update: Array<[string, JsonObject]>
  /** Creation ids whose resources are not kept as they were sent. */
  altered: ReadonlySet<string>
}

/** Maximum bytes of all objects of one call together, as if they had been sent within it. */
const maxInCall = 10 * 1024 * 1024

/** Puts bytes in the place of the ids that name them; objects whose bytes cannot be had are refused in `outcome`. */
export async function withInlineBlobs(
  { account, create, update }: SetRequest,
  resources: Resources,
  open: OpenBytes,
  createdIds: ReadonlyMap<string, string>,
  outcome: SetOutcome,
): Promise<Inlined> {
  const read = reader(open, account.id, resources.maxBytes, createdIds)
  const inline = async (objects: SetRequest['create'], refused: Map<string, SetError>) => {
    const whole: Array<[string, JsonObject]> = []
    for (const [name, json] of objects) {
      const result = await inlinedIn(json, resources, read)
      if ('refusal' in result) refused.set(name, result.refusal)
      else whole.push([name, result.json])
    }
    return whole
  }
  const inlined = await inline(create, outcome.notCreated)
  const sent = new Map(create)
  return {
    create: inlined,
    update: await inline(update, outcome.notUpdated),
    altered: new Set(inlined.flatMap(([name, json]) => (sent.get(name) === json ? [] : [name]))),
  }
}

type Read = (blobId: string) => Promise<Buffer | 'too-large' | undefined>

function reader(
  open: OpenBytes,
  accountId: AccountId,
  maxBytes: number,
  createdIds: ReadonlyMap<string, string>,
): Read {
  let left = maxInCall
  return async (blobId) => {
    const blob = await open(accountId, resolvedBlobId(blobId, createdIds))
    if (!blob) return undefined
    if (blob.size > maxBytes) return 'too-large'
    left -= blob.size
    if (left < 0) throw new MethodFailure('requestTooLarge', 'The blobs of this call are too large together')
    return Buffer.concat((await blob.stream(0, blob.size).toArray()) as Buffer[])
  }
}

type InlineOutcome<T> = { json: T } | { refusal: SetError }

/**
 * Stores the inline bytes of a whole object, or of a patch, whose names are paths: `media`, or `media/m1` for a single
 * one.
 */
async function inlinedIn(
  json: JsonObject,
  resources: Resources,
  read: Read,
): Promise<InlineOutcome<JsonObject>> {
  let whole = json
  for (const [path, value] of Object.entries(json)) {
    const [property, id, ...more] = path.split('/')
    if (property !== resources.property || value === null) continue
    if (more.includes('blobId'))
      return { refusal: invalidProperties([path], { problem: 'blobs/whole-resource' }) }
    if (more.length > 0 || !isObject(value)) continue
    const result = await (id === undefined ? inlinedMap : inlinedResource)(value, resources, read)
    if ('refusal' in result) return result
    if (result.json !== value) whole = { ...whole, [path]: result.json }
  }
  return { json: whole }
}

async function inlinedMap(
  map: JsonObject,
  resources: Resources,
  read: Read,
): Promise<InlineOutcome<JsonObject>> {
  const entries: Array<[string, unknown]> = []
  for (const [key, value] of Object.entries(map)) {
    const result = isObject(value) ? await inlinedResource(value, resources, read) : { json: value }
    if ('refusal' in result) return result
    entries.push([key, result.json])
  }
  return { json: entries.every(([key, value]) => value === map[key]) ? map : Object.fromEntries(entries) }
}

async function inlinedResource(
  resource: JsonObject,
  { property, uri, type }: Resources,
  read: Read,
): Promise<InlineOutcome<JsonObject>> {
  const { blobId, ...rest } = resource
  if (blobId === undefined || blobId === null) return { json: blobId === null ? rest : resource }
  const mediaType = resource[type]
  const isWellFormed =
    typeof blobId === 'string' && typeof mediaType === 'string' && isMediaType.test(mediaType)
  const bytes = isWellFormed ? await read(blobId) : undefined
  if (bytes === 'too-large')
    return { refusal: { type: 'tooLarge', description: { problem: 'blobs/too-large' } } }
  if (!bytes || !isWellFormed)
    return { refusal: invalidProperties([property], { problem: 'blobs/resource-without-blob', text: type }) }
  return { json: { ...rest, [uri]: `data:${mediaType};base64,${bytes.toString('base64')}` } }
}

const isMediaType = /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/
