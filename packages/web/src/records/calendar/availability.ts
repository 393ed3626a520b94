import { createBatch } from '../../net/index.ts'
import type { CalendarContext } from './calendar-context.ts'
import { type Wall, wallIn } from './wall-time.ts'

/** The busy times of a person, as clocks of the zone show them; undefined when they are not available. */
export interface PersonTimes {
  readonly email: string
  readonly busy: readonly { readonly from: Wall; readonly to: Wall }[] | undefined
}

export interface AvailabilityQuestion {
  people: readonly string[]
  /** The event for which a new time is looked for; it keeps nobody from coming to itself. */
  except: { uid: string; times: readonly { readonly from: Wall; readonly to: Wall }[] } | undefined
}

/**
 * The user first (with an empty address), then the people in their order without the user's own addresses; undefined where
 * the server cannot be asked. Providers do not say which event somebody is busy with: of others exactly the times of the
 * excepted event are left out.
 */
export async function availability(
  { jmap }: Pick<CalendarContext, 'jmap'>,
  { people, except }: AvailabilityQuestion,
  [from, to]: readonly [Date, Date],
  timeZone: string,
): Promise<PersonTimes[] | undefined> {
  const utc = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')
  const batch = createBatch()
  const call = batch.add('Calendar/getAvailability', {
    utcStart: utc(from),
    utcEnd: utc(to),
    timeZone,
    people,
    ...(except ? { exceptUid: except.uid } : {}),
  })
  const answer = (await jmap.send(batch))?.of(call)
  if (!answer?.ok) return undefined
  const { list, people: busyPeople = [] } = answer.value
  const times = (periods: readonly { utcStart: string; utcEnd: string }[] | null): PersonTimes['busy'] =>
    periods?.map(({ utcStart, utcEnd }) => ({
      from: wallIn(Date.parse(utcStart), timeZone),
      to: wallIn(Date.parse(utcEnd), timeZone),
    }))
  const isExcepted = ({ from: begin, to: end }: { from: Wall; to: Wall }): boolean =>
    except?.times.some((time) => time.from === begin && time.to === end) === true
  return [
    { email: '', busy: times(list) },
    ...busyPeople
      .filter(({ isCaller }) => !isCaller)
      .map((person) => ({
        email: person.email,
        busy: times(person.list)?.filter((period) => !isExcepted(period)),
      })),
  ]
}
