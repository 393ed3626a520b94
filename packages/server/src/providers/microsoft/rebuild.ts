import type { FetchedItem } from '../contract/index.ts'
import { type ReadonlyJson, readObject, readObjects, readString } from '../contract/read-json.ts'
import { toFailure } from './item-failure.ts'
import { type Graph, segment } from './graph.ts'
import { getState, stateProperties } from './places.ts'

const properties =
  'receivedDateTime,sentDateTime,subject,from,toRecipients,ccRecipients,replyTo,internetMessageId,' +
  `internetMessageHeaders,body,${stateProperties}`

/** Says in the message itself that its bytes are not those that were sent. */
const rebuiltHeader = 'X-Plmail-Rebuilt'

/** A message whose MIME Exchange cannot write, put together from its fields, its text and its files. */
export async function rebuildMessage(graph: Graph, id: string): Promise<FetchedItem> {
  const path = `me/messages/${segment(id)}`
  const doing = 'fetching a message in parts'
  try {
    const message = await graph.get(path, { $select: properties }, doing)
    const state = getState(message)
    const receivedAt = new Date(readString(message['receivedDateTime']))
    if (!state || Number.isNaN(receivedAt.getTime()))
      return { id, kind: 'failed', reason: 'Microsoft did not say where the message is' }
    const files: ReadonlyJson[] = []
    for await (const page of graph.pages(`${path}/attachments`, {}, doing)) files.push(...page)
    const raw = compose(message, files)
    const rebuiltBecause = 'Microsoft cannot hand out the original of this message'
    return { id, kind: 'message', raw, receivedAt, ...state, rebuiltBecause }
  } catch (error) {
    return toFailure(id, error)
  }
}

/** Pure: the fields that Graph tells, and a body of its text and files (RFC 5322, RFC 2046). */
function compose(message: ReadonlyJson, files: readonly ReadonlyJson[]): Buffer {
  const head = readHead(message)
  const sealed = sealedBody(message, files)
  if (sealed) return Buffer.from([...head, ...sealed].join('\r\n'), 'utf8')
  const body = readObject(message['body'])
  const type = readString(body['contentType']).toLowerCase() === 'html' ? 'text/html' : 'text/plain'
  const parts = [
    part([`Content-Type: ${type}; charset=utf-8`], Buffer.from(readString(body['content']), 'utf8')),
    ...files.flatMap(filePart),
  ]
  const boundary = boundaryFor(parts)
  return Buffer.from(
    [
      ...head,
      `Content-Type: multipart/mixed; boundary="${boundary}"`,
      '',
      ...parts.flatMap((text) => [`--${boundary}`, text]),
      `--${boundary}--`,
      '',
    ].join('\r\n'),
    'utf8',
  )
}

/** Fields that describe a body that cannot be had do not belong to the one that is made here. */
const ofTheBody = /^(content-|mime-version$)/i

function readHead(message: ReadonlyJson): string[] {
  const headerFields = readObjects(message['internetMessageHeaders'])
    .map((field) => ({ name: readString(field['name']), value: oneLine(readString(field['value'])) }))
    .filter(({ name }) => /^[!-9;-~]+$/.test(name) && !ofTheBody.test(name))
  const has = (name: string) => headerFields.some((field) => field.name.toLowerCase() === name.toLowerCase())
  const missing = ownFields(message).filter(({ name, value }) => value !== '' && !has(name))
  return [
    `${rebuiltHeader}: yes`,
    ...[...headerFields, ...missing].map(({ name, value }) => `${name}: ${value}`),
    'MIME-Version: 1.0',
  ]
}

/** Messages that never travelled have no fields of the Internet. */
function ownFields(message: ReadonlyJson): Array<{ name: string; value: string }> {
  const sentAt = new Date(readString(message['sentDateTime']))
  return [
    { name: 'From', value: mailbox(readObject(message['from'])) },
    { name: 'To', value: mailboxes(message['toRecipients']) },
    { name: 'Cc', value: mailboxes(message['ccRecipients']) },
    { name: 'Reply-To', value: mailboxes(message['replyTo']) },
    { name: 'Subject', value: encoded(readString(message['subject'])) },
    { name: 'Date', value: Number.isNaN(sentAt.getTime()) ? '' : sentAt.toUTCString() },
    { name: 'Message-ID', value: oneLine(readString(message['internetMessageId'])) },
  ]
}

const mailboxes = (value: unknown): string =>
  readObjects(value)
    .map(mailbox)
    .filter((text) => text !== '')
    .join(', ')

function mailbox(recipient: ReadonlyJson): string {
  const person = readObject(recipient['emailAddress'])
  const [name, address] = [readString(person['name']), oneLine(readString(person['address']))]
  if (address === '') return ''
  return name === '' || name === address ? `<${address}>` : `${encoded(name)} <${address}>`
}

/** RFC 2047 §4.1, in words of at most 75 characters. */
function encoded(text: string): string {
  const line = oneLine(text)
  if (/^[ -~]*$/.test(line) && !/[<>"(),;:@\\=?]/.test(line)) return line
  const words: string[] = []
  for (const character of line) {
    const longer = `${words.at(-1) ?? ''}${character}`
    if (words.length > 0 && Buffer.byteLength(longer) <= 42) words[words.length - 1] = longer
    else words.push(character)
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word, 'utf8').toString('base64')}?=`).join('\r\n ')
}

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ').trim()

/** A message that is sealed as a whole is its one file: with its own type it can be opened by those who have the key. */
function sealedBody(message: ReadonlyJson, files: readonly ReadonlyJson[]): string[] | undefined {
  const types = readObjects(message['internetMessageHeaders'])
  const type = types.find((field) => readString(field['name']).toLowerCase() === 'content-type')
  const value = oneLine(readString(type?.['value']))
  const [file] = files
  if (!/^application\/(x-)?pkcs7-mime\b/i.test(value) || files.length !== 1 || !file) return undefined
  const content = Buffer.from(readString(file['contentBytes']), 'base64')
  return content.length === 0 ? undefined : [part([`Content-Type: ${value}`], content)]
}

/** Files that Graph tells the bytes of; of messages within it only the name is left. */
function filePart(file: ReadonlyJson): string[] {
  const name = encoded(readString(file['name']) || 'attachment')
  const bytes = readString(file['contentBytes'])
  if (bytes === '') {
    const text = `The attachment ${oneLine(readString(file['name']))} could not be fetched from Microsoft.`
    return [part(['Content-Type: text/plain; charset=utf-8'], Buffer.from(text, 'utf8'))]
  }
  const statedType = oneLine(readString(file['contentType']))
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(statedType) ? statedType : 'application/octet-stream'
  const cid = oneLine(readString(file['contentId'])).replace(/[<>]/g, '')
  return [
    part(
      [
        `Content-Type: ${type}; name="${name}"`,
        `Content-Disposition: ${file['isInline'] === true ? 'inline' : 'attachment'}; filename="${name}"`,
        ...(cid === '' ? [] : [`Content-ID: <${cid}>`]),
      ],
      Buffer.from(bytes, 'base64'),
    ),
  ]
}

function part(fields: readonly string[], content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,76}/g) ?? []
  return [...fields, 'Content-Transfer-Encoding: base64', '', ...lines, ''].join('\r\n')
}

/** Base64 and our own fields hold no such line, but names of files are a stranger's. */
function boundaryFor(parts: readonly string[]): string {
  for (let number = 0; ; number++) {
    const boundary = `=_rebuilt_${number}`
    if (!parts.some((text) => text.includes(boundary))) return boundary
  }
}
