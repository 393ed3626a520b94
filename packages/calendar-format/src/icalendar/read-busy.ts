import { parseDuration, parseWallTime } from '../clocks/index.ts'
import { getProperties, type Property, readComponents } from './component.ts'

/**
 * When somebody is busy, as a VFREEBUSY says it (RFC 5545 §3.6.4): tentatively and out of the office too. Undefined where
 * the text has none.
 */
export function readBusy(text: string): Array<{ from: Date; to: Date }> | undefined {
  const calendars = readComponents(text)?.filter(({ name }) => name === 'vcalendar')
  const freeBusyComponents = calendars?.flatMap(({ components }) =>
    components.filter(({ name }) => name === 'vfreebusy'),
  )
  if (!freeBusyComponents || freeBusyComponents.length === 0) return undefined
  return freeBusyComponents.flatMap((component) => getProperties(component, 'freebusy')).flatMap(readPeriods)
}

function readPeriods({ parameters, values }: Property): Array<{ from: Date; to: Date }> {
  if (parameters.get('fbtype')?.toUpperCase() === 'FREE') return []
  return values.flatMap((value) => {
    const [start, end]: unknown[] = Array.isArray(value) ? value : []
    const from = readInstant(start)
    const to = from === undefined ? undefined : (readInstant(end) ?? after(from, end))
    return from !== undefined && to !== undefined && from < to
      ? [{ from: new Date(from), to: new Date(to) }]
      : []
  })
}

/** RFC 5545 §3.8.2.6: in UTC, always. */
function readInstant(text: unknown): number | undefined {
  return typeof text === 'string' && text.endsWith('Z') ? parseWallTime(text.slice(0, -1)) : undefined
}

function after(from: number, text: unknown): number | undefined {
  const duration = typeof text === 'string' ? parseDuration(text) : undefined
  return duration && from + duration.days * 86_400_000 + duration.ms
}
