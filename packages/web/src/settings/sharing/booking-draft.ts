import type { BookingPage, BookingSettings, DayBlock } from '@plmail/wire'

/** A block of hours as it is typed: `09:00`. */
export interface TypedBlock {
  from: string
  to: string
}

export const numbers = {
  slotMinutes: { least: 5, most: 1440, usual: '30' },
  stepMinutes: { least: 5, most: 1440, usual: '' },
  bufferBefore: { least: 0, most: 240, usual: '0' },
  bufferAfter: { least: 0, most: 240, usual: '0' },
  noticeMinutes: { least: 0, most: 43_200, usual: '120' },
  horizonDays: { least: 1, most: 366, usual: '30' },
  changeUntilMinutes: { least: 0, most: 43_200, usual: '0' },
  perDay: { least: 1, most: 100, usual: '' },
  perWeek: { least: 1, most: 500, usual: '' },
} as const
export type NumberName = keyof typeof numbers

/** Fields that may be empty: a start after each slot, no limit. */
const mayBeEmpty: readonly NumberName[] = ['stepMinutes', 'perDay', 'perWeek']

/** A booking page while it is edited. */
export interface BookingDraft {
  name: string
  description: string
  location: string
  destinationId: string
  busyCalendarIds: readonly string[]
  zone: string
  /** Monday first. */
  days: TypedBlock[][]
  overrides: Array<{ date: string; blocks: TypedBlock[] }>
  numbers: Record<NumberName, string>
}

export function draftOf(
  page: BookingPage | undefined,
  usual: { zone: string; destinationId: string; busyCalendarIds: readonly string[] },
): BookingDraft {
  const settings = page?.settings
  const workday = [{ from: '09:00', to: '17:00' }]
  return {
    name: page?.name ?? '',
    description: settings?.description ?? '',
    location: settings?.location ?? '',
    destinationId: page ? (page.destinationId ?? '') : usual.destinationId,
    busyCalendarIds: page?.busyCalendarIds ?? usual.busyCalendarIds,
    zone: settings?.zone ?? usual.zone,
    days: Array.from({ length: 7 }, (_, index) =>
      settings
        ? typed(settings.hours.filter(({ weekday }) => weekday === index + 1))
        : index < 5
          ? [...workday]
          : [],
    ),
    overrides: settings?.overrides.map(({ date, blocks }) => ({ date, blocks: typed(blocks) })) ?? [],
    numbers: numbersOf(settings),
  }
}

function numbersOf(settings: BookingSettings | undefined): Record<NumberName, string> {
  const entries = (Object.keys(numbers) as NumberName[]).map((name) => {
    const value = settings?.[name]
    // A step of a slot's length is what an empty field means.
    if (settings && name === 'stepMinutes' && settings.stepMinutes === settings.slotMinutes) return [name, '']
    return [name, settings ? (value === null ? '' : String(value)) : numbers[name].usual]
  })
  return Object.fromEntries(entries) as Record<NumberName, string>
}

const typed = (blocks: readonly DayBlock[]): TypedBlock[] =>
  blocks.map(({ from, to }) => ({ from: written(from), to: written(to) }))

const two = (value: number): string => String(value).padStart(2, '0')
/** Midnight at the end of a day is typed as the last minute: no browser's field has 24:00. */
const written = (minutes: number): string =>
  minutes === 1440 ? '23:59' : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

function minutesOf(text: string): number {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(text) ?? []
  const minutes = Number(hour) * 60 + Number(minute)
  return minutes === 1439 ? 1440 : minutes
}

const isGood = ({ from, to }: TypedBlock): boolean => minutesOf(to) > minutesOf(from)

export interface BookingProblems {
  hours: boolean
  destination: boolean
  numbers: ReadonlySet<NumberName>
}

/** Returns the fields to send, or the problems with them. */
export function pageOf(
  draft: BookingDraft,
):
  { fields: Pick<BookingPage, 'name' | 'destinationId' | 'busyCalendarIds' | 'settings'> } | BookingProblems {
  const overrides = draft.overrides.filter(({ date }) => date !== '')
  const blocks = [...draft.days.flat(), ...overrides.flatMap((override) => override.blocks)]
  const wrong = (Object.keys(numbers) as NumberName[]).filter((name) => !isNumber(name, draft.numbers[name]))
  const problems = {
    hours: !blocks.every(isGood),
    destination: draft.destinationId === '',
    numbers: new Set(wrong),
  }
  if (problems.hours || problems.destination || wrong.length > 0) return problems
  const read = (name: NumberName): number => Number(draft.numbers[name])
  const orNull = (name: NumberName): number | null => (draft.numbers[name].trim() === '' ? null : read(name))
  const { name, destinationId, description, location, zone } = draft
  return {
    fields: {
      name,
      destinationId,
      busyCalendarIds: [...draft.busyCalendarIds],
      settings: {
        description,
        location,
        zone,
        hours: draft.days.flatMap((day, index) =>
          day.map((block) => ({ weekday: index + 1, ...blockOf(block) })),
        ),
        overrides: overrides.map(({ date, blocks: all }) => ({ date, blocks: all.map(blockOf) })),
        slotMinutes: read('slotMinutes'),
        stepMinutes: orNull('stepMinutes') ?? read('slotMinutes'),
        bufferBefore: read('bufferBefore'),
        bufferAfter: read('bufferAfter'),
        noticeMinutes: read('noticeMinutes'),
        horizonDays: read('horizonDays'),
        perDay: orNull('perDay'),
        perWeek: orNull('perWeek'),
        changeUntilMinutes: read('changeUntilMinutes'),
      },
    },
  }
}

const blockOf = ({ from, to }: TypedBlock): DayBlock => ({ from: minutesOf(from), to: minutesOf(to) })

function isNumber(name: NumberName, text: string): boolean {
  if (text.trim() === '') return mayBeEmpty.includes(name)
  const { least, most } = numbers[name]
  const value = Number(text)
  return Number.isInteger(value) && value >= least && value <= most
}
