/** Clocks of IANA zones, from the runtime's own tables. A wall time is milliseconds as if the wall stood in UTC. */
const writers = new Map<string, Intl.DateTimeFormat | null>()

export function isZone(zone: string): boolean {
  return createZoneFormat(zone) !== null
}

/** Returns the wall time of the zone at an instant. */
export function wallAt(instant: number, zone: string): number {
  const writer = createZoneFormat(zone)
  if (!writer) throw new Error(`There is no zone ${zone}`)
  const parts = new Map(writer.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** When they show it: the first time if twice; if never, as long after the change as it would have been. */
export function getInstant(wall: number, zone: string): number {
  const day = 86_400_000
  const offsets = [wall - day, wall + day].map((instant) => wallAt(instant, zone) - instant)
  const fitting = offsets.map((offset) => wall - offset).filter((instant) => wallAt(instant, zone) === wall)
  return fitting.length > 0 ? Math.min(...fitting) : wall - (offsets[0] ?? 0)
}

/** `2026-11-21T09:30:00+01:00`, as the clocks of the zone show it. */
export function writeInstant(instant: number, zone: string): string {
  const wall = wallAt(instant, zone)
  const minutes = Math.round((wall - instant) / 60_000)
  if (minutes === 0) return `${new Date(wall).toISOString().slice(0, 19)}Z`
  const two = (value: number): string => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
  return `${new Date(wall).toISOString().slice(0, 19)}${offset}`
}

function createZoneFormat(zone: string): Intl.DateTimeFormat | null {
  const writer = writers.get(zone)
  if (writer !== undefined) return writer
  const newWriter = makeWriter(zone)
  writers.set(zone, newWriter)
  return newWriter
}

function makeWriter(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
}
