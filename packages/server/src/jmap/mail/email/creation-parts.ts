import { contentType, type DraftPart, fieldText, plainPart } from '@plmail/mail-format'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { type GivenFields, takeHeader } from './creation-headers.ts'

/** Values that parts of a creation refer to, with a list for its errors. */
export interface PartContext {
  /** Texts by partId. */
  texts: ReadonlyMap<string, string>
  /** Bytes by blobId, as far as there are such blobs; missing ones are told apart. */
  blobs: ReadonlyMap<string, Buffer>
  /** Paths of what is wrong. */
  bad: string[]
  /** Parts read so far. */
  count: number
}

/** A part, and under which property each of its header fields was given. */
export interface GivenPart {
  part: DraftPart
  properties: ReadonlyMap<string, string>
}

/** Deeper or more than any program composes, and within what mail-format reads. */
const maxDepth = 30
const maxParts = 1000

const allowed = new Set(
  'partId blobId size name type charset disposition cid language location subParts'.split(' '),
)
/** Fields that a property of their own stands for (RFC 8621 §4.1.4). */
const ownProperty: ReadonlyArray<readonly [field: string, property: string]> = [
  ['content-type', 'type'],
  ['content-type', 'charset'],
  ['content-disposition', 'disposition'],
  ['content-disposition', 'name'],
  ['content-id', 'cid'],
  ['content-language', 'language'],
  ['content-location', 'location'],
]

/** Reads an EmailBodyPart to be written (RFC 8621 §4.6); faults go to `context.bad` under `path`. */
export function readGivenPart(
  json: unknown,
  path: string,
  defaultType: string,
  context: PartContext,
  depth = 0,
): GivenPart | undefined {
  context.count += 1
  if (!isObject(json) || depth > maxDepth || context.count > maxParts) return void context.bad.push(path)
  const present = presentIn(json)
  const refuse = (name: string) => void context.bad.push(`${path}/${pointer(name)}`)
  const givenFields: GivenFields = { fields: [], properties: new Map() }
  for (const [key, value] of Object.entries(json)) {
    if (allowed.has(key)) continue
    if (key.startsWith('header:') && !isTransferEncoding(key))
      takeHeader(givenFields, key, value, `${path}/${pointer(key)}`, context.bad)
    else refuse(key)
  }
  for (const [field, property] of ownProperty)
    if (givenFields.properties.has(field) && present.has(property))
      context.bad.push(givenFields.properties.get(field) ?? path)
  const part = described(present, givenFields, defaultType, refuse)
  const content = getContent(present, part, path, context, refuse, depth)
  return content && { part: { ...part, content }, properties: givenFields.properties }
}

const isTransferEncoding = (key: string) => /^header:content-transfer-encoding(:|$)/i.test(key)

/** The properties with a value; null is none. */
const presentIn = (json: JsonObject): Map<string, unknown> =>
  new Map(Object.entries(json).filter(([key, value]) => allowed.has(key) && value !== null))

/** A name within a path (RFC 6901). */
const pointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

function described(
  present: ReadonlyMap<string, unknown>,
  givenFields: GivenFields,
  defaultType: string,
  refuse: (name: string) => void,
): DraftPart {
  const read = <T>(name: string, parse: (value: unknown) => T | undefined): T | null => {
    const value = present.get(name)
    if (value === undefined) return null
    const parsed = parse(value)
    if (parsed === undefined) refuse(name)
    return parsed ?? null
  }
  const type = read('type', mediaType)
  const cid = read('cid', (value) => writable(value, 'asMessageIds'))
  const location = read('location', (value) => (isWord(value) ? writable(value, 'asText') : undefined))
  const raw = rawContentType(givenFields, refuse)
  return {
    ...plainPart(type ?? raw?.type ?? defaultType, { kind: 'text', text: '' }),
    parameters: raw?.parameters ?? [],
    charset: read('charset', charsetName) ?? raw?.charset ?? null,
    disposition: read('disposition', token),
    name: (read('name', text) || raw?.name) ?? null,
    language: read('language', languages),
    cid,
    location,
    fields: givenFields.fields.filter((field) => field.name.toLowerCase() !== 'content-type'),
  }
}

function rawContentType(givenFields: GivenFields, refuse: (name: string) => void) {
  const fields = givenFields.fields.filter((candidate) => candidate.name.toLowerCase() === 'content-type')
  const [field] = fields
  if (!field) return undefined
  const read = field.form === 'asRaw' && fields.length === 1 ? contentType(field.value) : undefined
  if (!read) refuse(`header:${field.name}`)
  return read
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const isWord = (value: unknown) => typeof value === 'string' && /^\S{1,900}$/.test(value)
const mediaType = (value: unknown) =>
  typeof value === 'string' && /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/.test(value)
    ? value.toLowerCase()
    : undefined
const token = (value: unknown) =>
  typeof value === 'string' && /^[\w!#$&^.+-]{1,127}$/.test(value) ? value.toLowerCase() : undefined
const charsetName = (value: unknown) =>
  typeof value === 'string' && /^[\w.:+-]{1,100}$/.test(value) ? value : undefined
const languages = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= 50 &&
  value.every((tag): tag is string => typeof tag === 'string' && /^[A-Za-z0-9-]{1,35}$/.test(tag))
    ? value
    : undefined

/** The text itself, when a field could carry it. */
function writable(value: unknown, form: 'asMessageIds' | 'asText'): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const field = form === 'asText' ? { form, value } : { form, value: [value] }
  return fieldText({ name: 'Content-Location', ...field }) === undefined ? undefined : value
}

function getContent(
  present: ReadonlyMap<string, unknown>,
  part: DraftPart,
  path: string,
  context: PartContext,
  refuse: (name: string) => void,
  depth: number,
): DraftPart['content'] | undefined {
  const isMultipart = part.type.startsWith('multipart/')
  if (isMultipart || present.has('subParts')) {
    for (const name of ['partId', 'blobId']) if (present.has(name)) refuse(name)
    const subParts = present.get('subParts')
    if (!isMultipart || !Array.isArray(subParts) || subParts.length === 0) return void refuse('subParts')
    const parts = subParts.flatMap(
      (sub: unknown, index) =>
        readGivenPart(sub, `${path}/subParts/${index}`, 'text/plain', context, depth + 1)?.part ?? [],
    )
    return { kind: 'parts', parts }
  }
  if (present.has('partId') && present.has('blobId')) {
    refuse('partId')
    return void refuse('blobId')
  }
  return present.has('blobId') ? blobContent(present, context, refuse) : textContent(present, context, refuse)
}

function textContent(
  present: ReadonlyMap<string, unknown>,
  { texts }: PartContext,
  refuse: (name: string) => void,
): DraftPart['content'] | undefined {
  for (const name of ['charset', 'size']) if (present.has(name)) refuse(name)
  const partId = present.get('partId')
  const value = typeof partId === 'string' ? texts.get(partId) : undefined
  return value === undefined ? void refuse('partId') : { kind: 'text', text: value }
}

function blobContent(
  present: ReadonlyMap<string, unknown>,
  { blobs }: PartContext,
  refuse: (name: string) => void,
): DraftPart['content'] | undefined {
  const blobId = present.get('blobId')
  if (typeof blobId !== 'string') return void refuse('blobId')
  const bytes = blobs.get(blobId)
  if (bytes && present.has('size') && present.get('size') !== bytes.length) refuse('size')
  return { kind: 'bytes', bytes: bytes ?? Buffer.alloc(0) }
}
