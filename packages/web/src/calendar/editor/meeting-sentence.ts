import type { EmailAddress } from '@plmail/wire'
import type { PersonTimes } from '../../records/index.ts'
import { calendarWords, nameOf } from '../../words/index.ts'

/** The name of a person in the search for a time; the user has an empty address there. */
export function nameOfRow({ email }: PersonTimes, people: readonly EmailAddress[]): string {
  if (email === '') return calendarWords.findTime.you
  return nameOf(people.find((person) => person.email === email) ?? { name: null, email })
}

interface ChosenTime {
  /** The time, as it is shown. */
  when: string
  busy: readonly PersonTimes[]
  /** People whose calendars are not available. */
  unknown: readonly PersonTimes[]
}

/** Says who could come at a time. `list` joins names as the language does. */
export function meetingSentence(
  { when, busy, unknown }: ChosenTime,
  people: readonly EmailAddress[],
  list: (names: readonly string[]) => string,
): string {
  const words = calendarWords.findTime
  const names = (rows: readonly PersonTimes[]) => list(rows.map((row) => nameOfRow(row, people)))
  const busySentence = () =>
    busy.length === 1 && busy[0]?.email === ''
      ? words.busyYourself
      : words.busy({ names: names(busy), count: busy.length })
  return [
    when,
    busy.length > 0 ? busySentence() : words.free,
    ...(unknown.length > 0 ? [words.unknown({ names: names(unknown) })] : []),
  ].join('. ')
}
