import type { EventPreview } from '@plmail/wire'

const mostEvents = 20
const mostAttendees = 100
const longestText = 4_000

interface Line {
  name: string
  /** Names in upper case. */
  parameters: ReadonlyMap<string, string>
  value: string
}

/** The events of a calendar file (RFC 5545) as a reader would tell them; what is no event or broken is left out. */
export function eventsIn(text: string): EventPreview[] {
  const events: EventPreview[] = []
  let method: string | null = null
  let open: Line[] | undefined
  let depth = 0
  for (const line of linesOf(text)) {
    const block = line.value.trim().toUpperCase()
    if (line.name === 'METHOD') method = line.value.trim().toUpperCase().slice(0, 20)
    if (line.name === 'BEGIN' && block === 'VEVENT') [open, depth] = [[], 0]
    else if (line.name === 'END' && block === 'VEVENT') {
      if (open && events.length < mostEvents) events.push(eventOf(open, method))
      open = undefined
    } else if (line.name === 'BEGIN') depth += 1
    else if (line.name === 'END') depth -= 1
    // an alarm inside an event has properties of the same names
    else if (depth === 0) open?.push(line)
  }
  return events
}

function linesOf(text: string): Line[] {
  return text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap((line) => lineOf(line) ?? [])
}

function lineOf(line: string): Line | undefined {
  const [, name = '', written = '', value = ''] =
    /^([A-Za-z0-9-]+)((?:;[^":;]*(?:"[^"]*"[^":;]*)*)*):(.*)$/.exec(line) ?? []
  if (name === '') return undefined
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, plain] of written.matchAll(/;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^;:]*))/g)) {
    parameters.set(key.toUpperCase(), quoted ?? plain ?? '')
  }
  return { name: name.toUpperCase(), parameters, value }
}

function eventOf(lines: readonly Line[], method: string | null): EventPreview {
  const first = (name: string) => lines.find((line) => line.name === name)
  const text = (name: string) => textOf(first(name)?.value)
  const attendees = lines.filter(({ name }) => name === 'ATTENDEE').slice(0, mostAttendees)
  const [start, organizer] = [first('DTSTART'), first('ORGANIZER')]
  return {
    method,
    title: text('SUMMARY'),
    start: timeOf(start?.value),
    end: timeOf(first('DTEND')?.value),
    timeZone: start?.parameters.get('TZID') ?? null,
    location: text('LOCATION'),
    organizer: organizer ? personOf(organizer) : null,
    attendees: attendees.map(personOf),
    description: text('DESCRIPTION'),
    isRepeating: lines.some(({ name }) => name === 'RRULE' || name === 'RDATE'),
    isCancelled: method === 'CANCEL' || first('STATUS')?.value.trim().toUpperCase() === 'CANCELLED',
  }
}

function textOf(value: string | undefined): string | null {
  const text = (value ?? '')
    .replace(/\\([nN])/g, '\n')
    .replace(/\\(.)/g, '$1')
    .trim()
  return text === '' ? null : text.slice(0, longestText)
}

function personOf({ parameters, value }: Line): string {
  const address = value.replace(/^mailto:/i, '').trim()
  const name = parameters.get('CN')?.trim()
  return (name && name !== address ? `${name} <${address}>` : address).slice(0, 320)
}

/** `20261121T100000Z` → `2026-11-21T10:00:00Z`. */
function timeOf(value: string | undefined): string | null {
  const [, year, month, day, hour, minute, second, zulu] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(value?.trim() ?? '') ?? []
  if (year === undefined) return null
  const date = `${year}-${month}-${day}`
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zulu}`
}
