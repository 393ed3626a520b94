import type { ProvidedVacation, VacationPeriod } from '../contract/index.ts'

/** Facts the vacation script needs beside what a person decides. */
export interface ScriptNeeds {
  /** The mailbox's own addresses: who writes to none of them gets no answer (RFC 5230 §4.5). */
  addresses: readonly string[]
}

/** The vacation response as a Sieve script (RFC 5228, RFC 5230) that can be read back. */
export function vacationScript(vacation: ProvidedVacation, { addresses }: ScriptNeeds): string {
  const action = vacation.isEnabled
    ? [guarded(vacation.period, writeVacationAction(vacation, addresses))]
    : []
  const dates = vacation.isEnabled && vacation.period ? ['date', 'relational'] : []
  const needed = vacation.isEnabled ? [`require ${readList(['vacation', ...dates])};`] : []
  return [
    '# The vacation response of plMail, which writes this script anew. Change it there.',
    encodeNote(toStored(vacation)),
    ...needed,
    ...action,
    '',
  ].join('\r\n')
}

/** A script that answers, and then does what another does (RFC 6609). */
export function wrapperScript(wrapped: string, vacationName: string): string {
  return [
    '# Runs the vacation response of plMail and then the script that was active before. plMail removes it again.',
    encodeNote({ wrapped }),
    'require ["include"];',
    `include :personal ${getText(vacationName)};`,
    `include :personal ${getText(wrapped)};`,
    '',
  ].join('\r\n')
}

/** Reads back a script of `vacationScript`; undefined when it is not one. */
export function vacationIn(script: string): ProvidedVacation | undefined {
  const note = noteIn(script)
  if (!note || typeof note['isEnabled'] !== 'boolean') return undefined
  const [from, to] = [readDate(note['from']), readDate(note['to'])]
  return {
    isEnabled: note['isEnabled'],
    period: from || to ? { from, to } : null,
    subject: stringOrNull(note['subject']),
    text: stringOrNull(note['text']),
    html: stringOrNull(note['html']),
  }
}

/** The name of the script that a script of `wrapperScript`'s runs; undefined when it is not one. */
export function wrappedIn(script: string): string | undefined {
  const wrapped = noteIn(script)?.['wrapped']
  return typeof wrapped === 'string' ? wrapped : undefined
}

/** Whether a script answers or rejects itself; a second answer in one run is an error (RFC 5230 §4.7). */
export const answersItself = (script: string): boolean =>
  ['vacation', 'vacation-seconds', 'reject', 'ereject'].some((extension) => requires(script, extension))

/** Whether a script declares that it uses an extension, without which it could not (RFC 5228 §3.2). */
export function requires(script: string, extension: string): boolean {
  const declared = [...script.matchAll(/\brequire\s*(\[[^\]]*\]|"[^"]*")/gi)].map(([text]) =>
    text.toLowerCase(),
  )
  return declared.some((text) => text.includes(`"${extension}"`))
}

const noteMark = '# plmail: '
type Note = Record<string, unknown>

const encodeNote = (note: Note): string =>
  `${noteMark}${Buffer.from(JSON.stringify(note)).toString('base64url')}`

function noteIn(script: string): Note | undefined {
  const line = script.split(/\r?\n/).find((text) => text.startsWith(noteMark))
  if (line === undefined) return undefined
  try {
    const note: unknown = JSON.parse(Buffer.from(line.slice(noteMark.length), 'base64url').toString('utf8'))
    return typeof note === 'object' && note !== null ? Object.fromEntries(Object.entries(note)) : undefined
  } catch {
    return undefined
  }
}

const toStored = ({ isEnabled, period, subject, text, html }: ProvidedVacation): Note => ({
  isEnabled,
  from: period?.from ?? null,
  to: period?.to ?? null,
  subject,
  text: text ?? null,
  html,
})

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function readDate(value: unknown): Date | null {
  const date = new Date(typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Sieve compares dates and times as text (RFC 5260 §4); both are told in UTC. */
function guarded(period: VacationPeriod | null, action: string): string {
  const tests = [
    ...(period?.from ? [untilOrFrom('gt', 'ge', period.from)] : []),
    ...(period?.to ? [untilOrFrom('lt', 'lt', period.to)] : []),
  ]
  return tests.length === 0 ? action : `if allof (true, ${tests.join(', ')}) {\r\n${action}\r\n}`
}

function untilOrFrom(day: 'gt' | 'lt', time: 'ge' | 'lt', at: Date): string {
  const [date = '', clock = ''] = at.toISOString().slice(0, 19).split('T')
  const current = (match: string, part: string, value: string) =>
    `currentdate :zone "+0000" ${match} "${part}" "${value}"`
  const onTheDay = `allof (${current(':is', 'date', date)}, ${current(`:value "${time}"`, 'time', clock)})`
  return `anyof (${current(`:value "${day}"`, 'date', date)}, ${onTheDay})`
}

function writeVacationAction(
  { subject, text, html }: ProvidedVacation,
  addresses: readonly string[],
): string {
  const about = subject === null ? '' : ` :subject ${getText(subject.replace(/[\r\n]+/g, ' '))}`
  const own = addresses.length === 0 ? '' : ` :addresses ${readList(addresses)}`
  return `vacation :days 7${about}${own} :mime text:\r\n${buildMimeEntity(text ?? null, html)}\r\n.\r\n;`
}

/** The answer as a MIME entity (RFC 5230 §4.4). Base64 has no line that Sieve could take for the end of the text. */
function buildMimeEntity(text: string | null, html: string | null): string {
  if (html === null) return parsePart('plain', text ?? '')
  if (text === null) return parsePart('html', html)
  const boundary = 'plmail-vacation-response'
  const parts = [parsePart('plain', text), parsePart('html', html)].map(
    (part) => `--${boundary}\r\n${part}\r\n`,
  )
  const type = `Content-Type: multipart/alternative; boundary="${boundary}"`
  return `${type}\r\n\r\n${parts.join('')}--${boundary}--`
}

function parsePart(subtype: 'plain' | 'html', content: string): string {
  const lines =
    Buffer.from(content.replace(/\r?\n/g, '\r\n'))
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  const head = `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: base64`
  return `${head}\r\n\r\n${lines.join('\r\n')}`
}

const getText = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
const readList = (texts: readonly string[]): string => `[${texts.map(getText).join(', ')}]`
