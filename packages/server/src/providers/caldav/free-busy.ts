import { type BusyTime, type CalendarFormat, ProviderError } from '../contract/index.ts'
import { type Dav, unexpected } from './dav-client.ts'

const doing = 'asking for busy times'

/**
 * Busy times by the server's own word (RFC 4791 §7.10), by start; those of different calendars may overlap. Throws where
 * one of the calendars has none to tell: many servers do not offer it.
 */
export async function freeBusy(
  { request }: Dav,
  format: Pick<CalendarFormat, 'busy'>,
  calendars: readonly string[],
  from: Date,
  to: Date,
): Promise<BusyTime[]> {
  const body = `<?xml version="1.0" encoding="utf-8"?>
<C:free-busy-query xmlns:C="urn:ietf:params:xml:ns:caldav">
  <C:time-range start="${compact(from)}" end="${compact(to)}"/>
</C:free-busy-query>`
  const answers = await Promise.all(
    calendars.map(async (url) => {
      const answer = await request({ method: 'REPORT', url, depth: '1', body, doing })
      if (answer.status !== 200) throw unexpected(answer, doing)
      const busy = format.busy(answer.text)
      if (!busy) throw new ProviderError('malformed', `No busy times came while ${doing}`)
      return busy
    }),
  )
  const within = answers.flat().filter((busy) => busy.from < to && busy.to > from)
  return within.toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

/** `20261124T080000Z`. */
export const compact = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
