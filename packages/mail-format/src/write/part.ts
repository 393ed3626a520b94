import type { DraftField, DraftPart } from './draft.ts'
import { writeField } from './fields.ts'
import { parameter, structuredField } from './parameters.ts'
import {
  charsetOfBytes,
  encodedBytes,
  type EncodedBody,
  encodedMessage,
  encodedText,
} from './transfer-encoding.ts'

/** Random bytes of a length, as `randomBytes` of `node:crypto` gives them. */
export type RandomBytes = (size: number) => Buffer

/** A part's own header lines (everything `Content-…`) and its body. */
export interface PartText {
  fields: string[]
  body: Buffer
  is8bit: boolean
}

export function partText(part: DraftPart, random: RandomBytes): PartText {
  return part.content.kind === 'parts'
    ? multipartText(part, part.content.parts, random)
    : leafText(part, encodedContent(part))
}

function encodedContent({ type, charset, content }: DraftPart): EncodedBody {
  const isText = type.startsWith('text/')
  if (content.kind === 'text' && isText) return encodedText(content.text)
  const bytes = readBytes(content)
  if (type === 'message/rfc822' || type === 'message/global') return encodedMessage(bytes)
  return { ...encodedBytes(bytes, isText), charset: isText ? (charset ?? charsetOfBytes(bytes)) : charset }
}

const readBytes = (content: DraftPart['content']): Buffer =>
  content.kind === 'bytes' ? content.bytes : Buffer.from(content.kind === 'text' ? content.text : '')

function leafText(part: DraftPart, { encoding, body, charset }: EncodedBody): PartText {
  const parameters = charset === null ? [] : parameter('charset', charset)
  const fields = [
    ...contentFields(part, parameters),
    ...(encoding === '7bit' ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
  ]
  return { fields, body, is8bit: encoding === '8bit' }
}

function multipartText(part: DraftPart, parts: readonly DraftPart[], random: RandomBytes): PartText {
  // "=_" stands in no encoded body (RFC 2045 §6.7), and nobody can guess the rest
  const boundary = `=_${random(15).toString('hex')}`
  const inner = parts.map((sub) => ({ sub, text: partText(sub, random) }))
  const is8bit = inner.some(({ text }) => text.is8bit)
  const chunks = inner.flatMap(({ sub, text }) => [
    Buffer.from(`--${boundary}\r\n${[...ownFields(sub), ...text.fields].join('\r\n')}\r\n\r\n`),
    text.body,
    Buffer.from('\r\n'),
  ])
  return {
    fields: [
      ...contentFields(part, parameter('boundary', boundary)),
      ...(is8bit ? ['Content-Transfer-Encoding: 8bit'] : []),
    ],
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    is8bit,
  }
}

/** Fields of a part beside the structural ones, which `contentFields` writes for root and inner parts alike. */
const ownFields = (part: DraftPart): string[] =>
  part.fields.filter((field) => !isContentField(field)).map(writeField)

const isContentField = ({ name }: DraftField) => /^(content-|mime-version$)/i.test(name)

function contentFields(part: DraftPart, own: readonly string[]): string[] {
  const { disposition, name, cid, language, location } = part
  const extra = part.parameters.flatMap(([key, value]) => parameter(key, value))
  const nameOfType = name !== null && disposition === null ? parameter('name', name) : []
  const fields = [structuredField('Content-Type', part.type, [...own, ...extra, ...nameOfType])]
  if (disposition !== null)
    fields.push(
      structuredField('Content-Disposition', disposition, name === null ? [] : parameter('filename', name)),
    )
  if (cid !== null) fields.push(writeField({ name: 'Content-ID', form: 'asMessageIds', value: [cid] }))
  if (language !== null && language.length > 0)
    fields.push(writeField({ name: 'Content-Language', form: 'asRaw', value: language.join(', ') }))
  if (location !== null)
    fields.push(writeField({ name: 'Content-Location', form: 'asText', value: location }))
  return [...fields, ...part.fields.filter((field) => /^content-/i.test(field.name)).map(writeField)]
}
