import { bodyLists, leafParts, type MimePart, type MimeTree } from '@plmail/mail-format'

/** How the text of an attachment is had. */
type AttachmentReading = 'text' | 'html' | 'calendar' | 'message' | 'pdf' | 'office'

export interface ReadablePart {
  part: MimePart
  reading: AttachmentReading
}

/** Encoded octets; larger ones are pictures and recordings in some document's clothes. */
const maxSize = 24 * 1024 * 1024
/** Attachments of one message that are read. */
const maxParts = 50

/** The parts of a message that are not shown as its body and whose text can be had. */
export function readableParts(tree: MimeTree): ReadablePart[] {
  const { textBody, htmlBody } = bodyLists(tree)
  const shown = new Set([...textBody, ...htmlBody].filter(({ type }) => isShown.has(type)))
  return leafParts(tree)
    .filter((part) => !shown.has(part) && part.end > part.bodyStart && part.end - part.bodyStart <= maxSize)
    .flatMap((part) => {
      const reading = chooseReader(part)
      return reading ? [{ part, reading }] : []
    })
    .slice(0, maxParts)
}

const isShown: ReadonlySet<string> = new Set(['text/plain', 'text/html'])

function chooseReader({ type, name }: MimePart): AttachmentReading | undefined {
  const reading = byType[type]
  if (reading) return reading
  // Senders that do not know a type say so, or name the one that its container has.
  if (isVague.has(type)) return byExtension[/\.([a-z0-9]{1,5})$/i.exec(name ?? '')?.[1]?.toLowerCase() ?? '']
  if (type === 'text/rtf') return undefined
  return type.startsWith('text/') ? 'text' : undefined
}

const isVague: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'application/zip',
  'application/x-zip-compressed',
  'application/download',
  'application/force-download',
])

const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

const byType: Readonly<Record<string, AttachmentReading | undefined>> = {
  __proto__: null as never,
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/calendar': 'calendar',
  'text/vcard': 'calendar',
  'text/x-vcard': 'calendar',
  'message/rfc822': 'message',
  'message/global': 'message',
  'message/delivery-status': 'text',
  'application/json': 'text',
  'application/xml': 'text',
  'application/ics': 'calendar',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  [`${openXml}.wordprocessingml.document`]: 'office',
  [`${openXml}.spreadsheetml.sheet`]: 'office',
  [`${openXml}.presentationml.presentation`]: 'office',
  [`${openDocument}.text`]: 'office',
  [`${openDocument}.spreadsheet`]: 'office',
  [`${openDocument}.presentation`]: 'office',
}

const byExtension: Readonly<Record<string, AttachmentReading | undefined>> = {
  __proto__: null as never,
  pdf: 'pdf',
  docx: 'office',
  xlsx: 'office',
  pptx: 'office',
  odt: 'office',
  ods: 'office',
  odp: 'office',
  txt: 'text',
  csv: 'text',
  md: 'text',
  log: 'text',
  json: 'text',
  xml: 'text',
  htm: 'html',
  html: 'html',
  ics: 'calendar',
  vcf: 'calendar',
  eml: 'message',
}
