import { named } from '../dice.ts'
import { base64Lines, encodeHeader, encodeParameter, quotedPrintable } from './encode.ts'

export interface StoryPerson {
  name: string
  email: string
}

export interface Enclosure {
  name: string
  /** `application/pdf`, or with parameters. */
  type: string
  bytes: Buffer
  /** Makes it a picture of the body, referred to as `cid:…`. */
  contentId?: string
}

/** A message as its author thinks of it. */
export interface StoryMessage {
  from: StoryPerson
  to: readonly StoryPerson[]
  cc?: readonly StoryPerson[]
  subject: string
  /** `null`: a message without a Date. */
  date: Date | null
  /** Without angle brackets. */
  id: string
  replyTo?: string
  references?: readonly string[]
  text?: string
  html?: string
  enclosures?: readonly Enclosure[]
  /** An iCalendar object as an alternative of the body. */
  calendar?: { method: string; text: string }
  /** Further headers, in order. */
  headers?: ReadonlyArray<readonly [string, string]>
  /** The body as it is, in place of `text`, `html` and enclosures: type, transfer encoding and bytes. */
  body?: StoryPart
}

/** A body part: its headers and its bytes as they are sent. */
export interface StoryPart {
  headers: ReadonlyArray<readonly [string, string]>
  bytes: Buffer
}

/** The bytes of a message as its provider received them. */
export function renderMessage(message: StoryMessage): Buffer {
  const body = message.body ?? getBody(message)
  const head = [...received(message), ...envelope(message), ...(message.headers ?? [])]
  return join({ headers: [...head, ['MIME-Version', '1.0'], ...body.headers], bytes: body.bytes })
}

function envelope(message: StoryMessage): Array<readonly [string, string]> {
  const headers: Array<readonly [string, string]> = [
    ['From', address(message.from)],
    ['To', message.to.map(address).join(',\r\n ')],
  ]
  if (message.cc?.length) headers.push(['Cc', message.cc.map(address).join(',\r\n ')])
  headers.push(['Subject', encodeHeader(message.subject)])
  if (message.date) headers.push(['Date', mailDate(message.date)])
  headers.push(['Message-ID', `<${message.id}>`])
  if (message.replyTo) headers.push(['In-Reply-To', `<${message.replyTo}>`])
  if (message.references?.length)
    headers.push(['References', message.references.map((id) => `<${id}>`).join('\r\n ')])
  return headers
}

function received({ from, to, date, id }: StoryMessage): Array<readonly [string, string]> {
  if (!date) return []
  const host = from.email.split('@')[1] ?? 'mail.example'
  const first = to[0]?.email ?? 'undisclosed'
  return [
    [
      'Received',
      `from mail.${host} (mail.${host} [192.0.2.${id.length + 10}])\r\n by mx.example with ESMTPS id ${named(id).slice(0, 12)}\r\n for <${first}>; ${mailDate(date)}`,
    ],
  ]
}

/** The parts nest as mail programs nest them: mixed holds related holds alternative. */
function getBody(message: StoryMessage): StoryPart {
  const alternatives: StoryPart[] = []
  if (message.text !== undefined) alternatives.push(textPart(message.text, 'plain'))
  if (message.html !== undefined) alternatives.push(textPart(message.html, 'html'))
  if (message.calendar) alternatives.push(calendarPart(message.calendar))
  const body = multipart('alternative', alternatives, message.id)
  const inline = (message.enclosures ?? []).filter((enclosure) => enclosure.contentId !== undefined)
  const attached = (message.enclosures ?? []).filter((enclosure) => enclosure.contentId === undefined)
  const related = multipart('related', [body, ...inline.map(enclosurePart)], message.id)
  return multipart('mixed', [related, ...attached.map(enclosurePart)], message.id)
}

export function textPart(text: string, kind: 'plain' | 'html'): StoryPart {
  return {
    headers: [
      ['Content-Type', `text/${kind}; charset=utf-8`],
      ['Content-Transfer-Encoding', 'quoted-printable'],
    ],
    bytes: quotedPrintable(text),
  }
}

function calendarPart({ method, text }: { method: string; text: string }): StoryPart {
  return {
    headers: [
      ['Content-Type', `text/calendar; charset=utf-8; method=${method}`],
      ['Content-Transfer-Encoding', 'base64'],
    ],
    bytes: base64Lines(Buffer.from(text, 'utf8')),
  }
}

export function enclosurePart({ name, type, bytes, contentId }: Enclosure): StoryPart {
  const place = contentId === undefined ? 'attachment' : 'inline'
  return {
    headers: [
      ['Content-Type', `${type};\r\n ${encodeParameter('name', name)}`],
      ['Content-Transfer-Encoding', 'base64'],
      ['Content-Disposition', `${place};\r\n ${encodeParameter('filename', name)}`],
      ...(contentId === undefined ? [] : ([['Content-ID', `<${contentId}>`]] as const)),
    ],
    bytes: base64Lines(bytes),
  }
}

/** One part needs no multipart around it. The boundary follows from the message, so that each rendering is the same. */
export function multipart(kind: string, parts: readonly StoryPart[], id: string, parameters = ''): StoryPart {
  const [only] = parts
  if (parts.length === 1 && only) return only
  const boundary = `=_${kind.slice(0, 3)}_${named(id, kind)}`
  const chunks = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), join(part), Buffer.from('\r\n')])
  return {
    headers: [['Content-Type', `multipart/${kind};${parameters}\r\n boundary="${boundary}"`]],
    bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

function join({ headers, bytes }: StoryPart): Buffer {
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'utf8'), bytes])
}

function address({ name, email }: StoryPerson): string {
  if (name === '') return email
  const plain = /^[\w .'-]+$/.test(name) && !name.includes('.')
  return `${plain ? name : /^[ -~]+$/.test(name) ? `"${name}"` : encodeHeader(name)} <${email}>`
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** RFC 5322 §3.3, in UTC. */
function mailDate(date: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = `${days[date.getUTCDay()]}, ${two(date.getUTCDate())} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`
}
