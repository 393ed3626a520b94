import {
  decodeWords,
  eachPart,
  isAttachment,
  type EmulatedPart,
  readParts,
  getText,
} from '../../mime/index.ts'
import type { GmailIds } from './ids.ts'
import type { Stored } from './stored.ts'

export type MessageFormat = 'minimal' | 'metadata' | 'full' | 'raw'

export interface Representation {
  format: MessageFormat
  /** With `metadata`: the only headers to return, when any are named. */
  metadataHeaders?: readonly string[]
}

/** A message as the API shows it. `raw` and `payload` never come together [S]. */
export function messageResource(
  message: Stored,
  ids: GmailIds,
  representation: Representation,
): Record<string, unknown> {
  const bytes = message.raw.render()
  const tree = readParts(bytes)
  return {
    id: message.id,
    threadId: message.threadId,
    labelIds: [...message.labels],
    snippet: getSnippet(tree),
    ...(representation.format === 'full' && {
      payload: toPayload(tree, (part) => ids.attachment(message.id, part)),
    }),
    ...(representation.format === 'metadata' && {
      payload: getMetadata(tree, representation.metadataHeaders ?? []),
    }),
    sizeEstimate: bytes.length,
    ...(representation.format === 'raw' && { raw: bytes.toString('base64url') }),
    historyId: String(message.historyId),
    internalDate: String(message.internalDate),
  }
}

/** Returns a message as lists and answers to changes show it. */
export function messageReference(message: Stored): { id: string; threadId: string } {
  return { id: message.id, threadId: message.threadId }
}

export function labelledReference(message: Stored): { id: string; threadId: string; labelIds: string[] } {
  return { ...messageReference(message), labelIds: [...message.labels] }
}

interface Payload {
  partId: string
  mimeType: string
  filename: string
  headers: Array<{ name: string; value: string }>
  body: { size: number; data?: string; attachmentId?: string }
  parts?: Payload[]
}

/** The root has `partId: ""`, its children "0", "0.1" …; header values are decoded, text is UTF-8 [F, K]. */
function toPayload(part: EmulatedPart, attachmentId: (partId: string) => string): Payload {
  const partId = part.path.join('.')
  return {
    partId,
    mimeType: part.type,
    filename: part.filename,
    headers: getHeaders(part),
    body: getBody(part, () => attachmentId(partId)),
    ...(part.children.length > 0 && { parts: part.children.map((child) => toPayload(child, attachmentId)) }),
  }
}

function getBody(part: EmulatedPart, attachmentId: () => string): Payload['body'] {
  if (part.children.length > 0) return { size: 0 }
  if (isAttachment(part)) return { attachmentId: attachmentId(), size: part.content().length }
  const text = Buffer.from(getText(part), 'utf8')
  return { size: text.length, ...(text.length > 0 && { data: text.toString('base64url') }) }
}

function getHeaders(part: EmulatedPart): Payload['headers'] {
  return part.headers.map(({ name, value }) => ({ name, value: decodeWords(value) }))
}

function getMetadata(tree: EmulatedPart, names: readonly string[]): Pick<Payload, 'mimeType' | 'headers'> {
  const lowerNames = new Set(names.map((name) => name.toLowerCase()))
  const headers = getHeaders(tree).filter(
    ({ name }) => lowerNames.size === 0 || lowerNames.has(name.toLowerCase()),
  )
  return { mimeType: tree.type, headers }
}

/** The content behind an attachment id; a different id each time for the same part [F]. */
export function getAttachment(message: Stored, partId: string): { size: number; data: string } | undefined {
  for (const part of eachPart(readParts(message.raw.render())))
    if (part.path.join('.') === partId) {
      const content = part.content()
      // Padded, other than everything else [K].
      return {
        size: content.length,
        data: content.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
      }
    }
  return undefined
}

/** How much of the text it shows [F]. */
const snippetLength = 200

/** The beginning of the text, escaped for HTML although it comes as JSON [F]. */
function getSnippet(tree: EmulatedPart): string {
  const parts = [...eachPart(tree)].filter((part) => part.children.length === 0 && !isAttachment(part))
  const plain = parts.find((part) => part.type === 'text/plain')
  const html = parts.find((part) => part.type === 'text/html')
  const text = plain ? getText(plain) : html ? textOfHtml(getText(html)) : ''
  const short = Array.from(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, snippetLength * 2),
  )
    .slice(0, snippetLength)
    .join('')
  return short
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function textOfHtml(html: string): string {
  return html
    .replace(/<(style|script|head)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|&#160;/gi, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&quot;/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
    .replace(/&amp;/gi, '&')
}
