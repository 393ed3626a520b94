import { hueOfColor } from '@plmail/wire'
import { calendarName } from '../calendar-name.ts'
import { calendarWords as words } from '../../words/index.ts'
import type { Board } from '../board.svelte.ts'
import type { Shown } from '../grid/merge.ts'
import { hexOf } from '../event-colors.ts'
import { ownZoneText } from '../own-zone.ts'

/**
 * Returns the details of an event that its title and hours do not show on screen: exact time, place, special
 * properties.
 */
export function restOf(board: Board, occurrence: Shown): string {
  const { event } = occurrence
  const place = placeOf(occurrence)
  const ownTime = ownZoneText(board.dateText, occurrence, board.shared.zone)
  return [
    ownTime ? `${board.dateText.when(occurrence)} ${ownTime}` : board.dateText.when(occurrence),
    ...(place ? [place] : []),
    ...(event.status === 'cancelled' ? [words.cancelled] : []),
    ...(event.status === 'tentative' ? [words.tentative] : []),
    ...(occurrence.seriesId === undefined ? [] : [words.repeats]),
    ...(event.privacy === 'private' || event.privacy === 'secret' ? [words.private] : []),
    words.on({ calendars: board.dateText.list(calendarsOf(board, occurrence)) }),
  ].join(', ')
}

export function calendarsOf(board: Board, event: Shown): string[] {
  const all = board.shared.calendars.all() ?? []
  const accountName = (id: string): string | undefined => board.app.records.accounts.get(id)?.name
  const names = [event, ...event.copies].flatMap((copy) => {
    const calendar = board.calendarOf(copy)
    return calendar ? calendarName(calendar, all, accountName) : []
  })
  return [...new Set(names)]
}

export const placeOf = ({ event }: Shown): string =>
  Object.values(event.locations ?? {})
    .flatMap(({ name }) => name ?? [])
    .join(', ')

const link = /\bhttps:\/\/[^\s<>"']+/i
const meeting =
  /\b(zoom\.us|teams\.(microsoft|live)\.com|meet\.google\.com|webex\.com|meet\.jit\.si|whereby\.com|gotomeet)/i

/** Returns the link to join: the conference, else a meeting link written into the place. */
export function joinOf(event: Shown): string | undefined {
  const uris = Object.values(event.event.virtualLocations ?? {}).map(({ uri }) => uri)
  const safe = uris.find((uri) => /^https:\/\//i.test(uri))
  const written = link.exec(placeOf(event))?.[0]
  return safe ?? (written && meeting.test(written) ? written : undefined)
}

/** The exact colours, the leading one first. */
export function dotsOf(board: Board, event: Shown): string[] {
  const own = hexOf(event.event.color)
  if (own) return [own]
  const all = [event, ...event.copies].map((copy) => hexOf(board.calendarOf(copy)?.color) ?? '#1e6fd9')
  return [...new Set(all)]
}

export const hueOf = (board: Board, shown: Shown): number => hueOfColor(dotsOf(board, shown)[0])

/** Not everybody who was invited comes, and not everything that was planned takes place. */
export function lookOf({ event }: Shown): string {
  if (event.status === 'cancelled') return 'cancelled'
  return event.status === 'tentative' || event.freeBusyStatus === 'free' ? 'loose' : ''
}
