import { decodePart, decodeText, findPart, type MimePart, parseMime } from '@plmail/mail-format'
import { type AttachmentPreview, accountWireId } from '@plmail/wire'
import type { AttachmentReader, Mail } from '../../../mail/index.ts'
import { readAccount, readIds, invalid, onlyKnown } from '../../engine/arguments.ts'
import { decodeBlobId } from '../../engine/blob-id.ts'
import { messageBytes } from '../../engine/blob-bytes.ts'
import type { Method } from '../../engine/method.ts'
import { eventsIn } from './events.ts'
import { wrapAttachment } from './wrap-attachment.ts'

export interface AttachmentPreviewNeeds {
  mail: Mail
  /** Reads documents of strangers, away from here. */
  documents: AttachmentReader
}

export const maxPreviews = 20
/** Characters that are shown; the file has the rest. */
const maxTextLength = 200_000

/** AttachmentPreview/get: what attachments say, as text, events or that they are messages (reading extension). */
export function attachmentPreviewGet({ mail, documents }: AttachmentPreviewNeeds): Method {
  const readBytes = messageBytes(mail)
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'blobIds'])
      const account = readAccount(args, caller)
      const blobIds = readIds(args, 'blobIds', maxPreviews)
      if (blobIds === null) throw invalid('blobIds', 'a list of blob ids')
      const list: AttachmentPreview[] = []
      const notFound: string[] = []
      for (const blobId of blobIds) {
        const container = await loadContainer(blobId, (id) => readBytes(account.id, id))
        if (!container) notFound.push(blobId)
        else list.push({ blobId, ...(await loadPreview(container.raw, container.part, documents)) })
      }
      return { accountId: accountWireId.encode(account.id), list, notFound }
    },
  }
}

/** The message that holds the part, and the part in it: only there it says what it is. */
async function loadContainer(
  blobId: string,
  readBytes: (blobId: string) => Promise<Buffer | undefined>,
): Promise<{ raw: Buffer; part: MimePart } | undefined> {
  const path = decodeBlobId(blobId)?.partId
  if (!path) return undefined
  const last = path.split('/').at(-1) ?? ''
  const raw = await readBytes(blobId.slice(0, blobId.lastIndexOf('p')))
  const part = raw && findPart(parseMime(raw), last)
  return raw && part ? { raw, part } : undefined
}

type DocumentReading =
  | { kind: 'text'; text: string; isClipped: boolean }
  | Omit<Extract<AttachmentPreview, { kind: 'event' }>, 'blobId'>
  | { kind: 'message' }
  | { kind: 'none' }

async function loadPreview(
  raw: Buffer,
  part: MimePart,
  documents: AttachmentReader,
): Promise<DocumentReading> {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(part.name ?? '')?.[1]?.toLowerCase() ?? ''
  const isVague = vague.has(part.type)
  if (messages.has(part.type) || (isVague && extension === 'eml')) return { kind: 'message' }
  if (calendars.has(part.type) || (isVague && extension === 'ics')) {
    const events = eventsIn(asText(raw, part))
    if (events.length > 0) return { kind: 'event', events }
  }
  if (isTextType(part.type) || (isVague && textExtensions.has(extension))) return text(asText(raw, part))
  const documentText = await documents.read(wrapAttachment(part, decodePart(raw, part)))
  return documentText === null || documentText.trim() === '' ? { kind: 'none' } : text(documentText)
}

function asText(raw: Buffer, part: MimePart): string {
  return decodeText(raw, part.charset === null ? { ...part, charset: 'utf-8' } : part).value
}

function text(whole: string): DocumentReading {
  return { kind: 'text', text: whole.slice(0, maxTextLength), isClipped: whole.length > maxTextLength }
}

/** HTML is told as its words, which the reader of documents finds. */
const isTextType = (type: string) =>
  (type.startsWith('text/') && type !== 'text/html' && type !== 'text/rtf') || plainTypes.has(type)

const plainTypes = new Set([
  'application/json',
  'application/xml',
  'application/x-yaml',
  'message/delivery-status',
])
const textExtensions = new Set('txt csv tsv md log json xml yml yaml ini conf diff patch'.split(' '))
const messages = new Set(['message/rfc822', 'message/global'])
const calendars = new Set(['text/calendar', 'application/ics'])
const vague = new Set(['application/octet-stream', 'application/download', 'application/force-download'])
