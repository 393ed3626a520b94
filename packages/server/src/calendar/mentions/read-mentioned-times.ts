import { parseWallTime } from '@plmail/calendar-format'
import { findMentionedTimes } from '@plmail/calendar-format/mentions'
import { headerAs, type MimeTree, type ReadableBody, textOfHtml } from '@plmail/mail-format'
import type { MentionedTime } from '@plmail/wire'

/** HTML that is longer is laid out, not written by hand; its text is read by nobody here. */
const maxHtmlLength = 60_000
const maxCharacters = 20_000

/** The days and times that the text of a message mentions; none of mail that many people get alike. */
export function readMentionedTimes(
  raw: Buffer,
  { root }: MimeTree,
  { html, text }: ReadableBody,
): MentionedTime[] {
  const isBulk = ['List-Unsubscribe', 'List-Id', 'Precedence', 'Auto-Submitted'].some(
    (name) => headerAs(raw, root, name, 'asRaw') !== null,
  )
  const written = writtenAt(headerAs(raw, root, 'Date', 'asDate'))
  if (isBulk || !written || (html !== null && html.length > maxHtmlLength)) return []
  const words = html === null ? (text?.content ?? '') : textOfHtml(html, { maxCharacters, marksQuotes: true })
  return findMentionedTimes(words, written.wall, { knowsDay: written.offset !== null }).map(
    ({ start, end, timeZone, place }) => ({
      start,
      end: end ?? null,
      timeZone: timeZone ?? null,
      offset: written.offset,
      place,
    }),
  )
}

/** UTC is what many servers write for everybody: it says when a message was written, and nothing of its writer's clocks. */
function writtenAt(date: string | null): { wall: number; offset: number | null } | undefined {
  const [, local = '', sign = '', hours = '0', minutes = '0'] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:Z|([+-])(\d\d):(\d\d))$/.exec(date ?? '') ?? []
  const wall = parseWallTime(local)
  if (wall === undefined || local === '') return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return { wall, offset: offset === 0 ? null : offset }
}
