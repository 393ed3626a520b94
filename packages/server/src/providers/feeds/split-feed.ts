import { createHash } from 'node:crypto'
import { ProviderError } from '../contract/index.ts'

/** A file taken apart without understanding it, so that only what changed is read. */
export interface FeedParts {
  name: string | undefined
  /** How often its maker wants it looked at, in milliseconds (RFC 7986 §5.7). */
  interval: number | undefined
  /** The definitions of zones. */
  zones: string[]
  /** By the digest of the UID. */
  events: Map<string, FeedEvent>
}

export interface FeedEvent {
  /** As a reader of the file has it. */
  uid: string
  /** Digest of all lines except DTSTAMP. */
  digest: string
  /** One VEVENT each: the series, then its changed occurrences. */
  texts: string[]
}

const maxEvents = 20_000
const maxOccurrences = 1_000
const [maxZones, maxZoneLength] = [50, 16_384]

/** Undefined for what is no calendar. Throws `malformed` for one with more events than anybody looks at. */
export function splitFeed(text: string): FeedParts | undefined {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r\n|\n|\r/)
  if (!lines.some((line) => /^BEGIN:VCALENDAR\s*$/i.test(line))) return undefined
  const blocks = splitBlocks(lines)
  const events = new Map<string, FeedEvent>()
  for (const block of blocks.vevent) addEvent(events, block)
  const header = (name: RegExp) =>
    blocks.header
      .find((line) => name.test(line))
      ?.replace(/^[^:]*:/, '')
      .trim()
  return {
    name: plain(header(/^NAME[;:]/i) ?? header(/^X-WR-CALNAME[;:]/i) ?? '').replace(/\s+/g, ' ') || undefined,
    interval: milliseconds(header(/^REFRESH-INTERVAL[;:]/i) ?? header(/^X-PUBLISHED-TTL[;:]/i)),
    zones: blocks.vtimezone.map((block) => block.join('\r\n')).filter((zone) => zone.length <= maxZoneLength),
    events,
  }
}

interface Blocks {
  header: string[]
  vevent: string[][]
  vtimezone: string[][]
}

/**
 * Splits lines into blocks. A block nested inside another belongs to the outer one; a block that never ends is ignored.
 */
function splitBlocks(lines: readonly string[]): Blocks {
  const blocks: Blocks = { header: [], vevent: [], vtimezone: [] }
  let [open, kind]: [string[] | undefined, string] = [undefined, '']
  for (const line of lines) {
    const [, edge, name = ''] = /^(BEGIN|END):\s*(VEVENT|VTIMEZONE)\s*$/i.exec(line) ?? []
    const isBegin = edge?.toUpperCase() === 'BEGIN'
    if (open && !(isBegin && kind === name.toLowerCase())) {
      open.push(line)
      if (edge === undefined || isBegin || name.toLowerCase() !== kind) continue
      if (kind === 'vevent') blocks.vevent.push(open)
      else if (blocks.vtimezone.length < maxZones) blocks.vtimezone.push(open)
      open = undefined
    } else if (isBegin) [open, kind] = [[line], name.toLowerCase()]
    else if (line !== '') blocks.header.push(line)
    if (blocks.vevent.length > maxEvents)
      throw new ProviderError('malformed', 'The feed has more events than are read', {
        problem: { problem: 'feed/too-many-events', most: maxEvents },
      })
  }
  return blocks
}

/** Begins of the lines that make an event what it is, where it has no UID. */
const telling = /^(DTSTART|DTEND|DURATION|SUMMARY|LOCATION)[;:]/i

function addEvent(events: Map<string, FeedEvent>, block: readonly string[]): void {
  const own = ownLines(block)
  const uid = own
    .find((line) => /^UID[;:]/i.test(line))
    ?.replace(/^[^:]*:/, '')
    .trim()
  const id = computeDigest(uid || own.filter((line) => telling.test(line)).join('\n'))
  const lines = uid ? block : [block[0] ?? '', `UID:${id}`, ...block.slice(1)]
  const text = lines.join('\r\n')
  const digest = computeDigest(lines.filter((line) => !/^DTSTAMP[;:]/i.test(line)).join('\n'))
  const earlier = events.get(id)
  if (!earlier) events.set(id, { uid: plain(uid ?? '') || id, digest, texts: [text] })
  else if (earlier.texts.length <= maxOccurrences) {
    earlier.texts.push(text)
    earlier.digest = computeDigest(earlier.digest + digest)
  }
}

/** Without those of alarms, which may have a UID too. */
function ownLines(block: readonly string[]): string[] {
  let depth = 0
  return block.filter((line) => {
    if (/^BEGIN:/i.test(line)) depth++
    if (/^END:/i.test(line)) depth--
    return depth === 1
  })
}

const plain = (text: string): string =>
  text.replace(/\\([;,\\nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign)).trim()

const computeDigest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** `PT1H`, `P1D`, `P1W` … */
function milliseconds(text: string | undefined): number | undefined {
  const [matched, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/.exec(text ?? '') ??
    []
  if (matched === undefined) return undefined
  const inDays = Number(weeks) * 7 + Number(days)
  return (((inDays * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}
