import { createBatch } from '../net/index.ts'
import type { CalendarHome } from './calendar-home.ts'
import { type Wall, wallIn } from './wall-time.ts'

/** When somebody is busy, as clocks of the zone show it; undefined: nobody can say. */
export interface PersonTimes {
  readonly email: string
  readonly busy: readonly { readonly from: Wall; readonly to: Wall }[] | undefined
}

/** The user first (with an empty address), then the people in their order; undefined where the server cannot be asked. */
export async function availability(
  { jmap }: Pick<CalendarHome, 'jmap'>,
  people: readonly string[],
  [from, to]: readonly [Date, Date],
  timeZone: string,
): Promise<PersonTimes[] | undefined> {
  const utc = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')
  const batch = createBatch()
  const call = batch.add('Calendar/getAvailability', {
    ...{ utcStart: utc(from), utcEnd: utc(to), timeZone, people },
  })
  const answer = (await jmap.send(batch))?.of(call)
  if (!answer?.ok) return undefined
  const { list, people: told = [] } = answer.value
  return [{ email: '', list }, ...told].map(({ email, list: periods }) => ({
    email,
    busy: periods?.map(({ utcStart, utcEnd }) => ({
      from: wallIn(Date.parse(utcStart), timeZone),
      to: wallIn(Date.parse(utcEnd), timeZone),
    })),
  }))
}
