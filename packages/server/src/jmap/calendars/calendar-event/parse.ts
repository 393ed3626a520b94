import { readCalendar } from '@plmail/calendar-format'
import { accountWireId } from '@plmail/wire'
import { readBlobAccount, readIds, invalid, onlyKnown, readStrings } from '../../engine/arguments.ts'
import type { ReadBytes } from '../../engine/blob-bytes.ts'
import { resolvedBlobId } from '../../engine/blob-id.ts'
import { pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import type { Method } from '../../engine/method.ts'

export interface ParseNeeds {
  readBytes: ReadBytes
}

/** Larger files are imported, not looked at. */
export const maxFileLength = 4 * 1024 * 1024

/** Properties that only a stored event has (JMAP Calendars §5.13). */
const storedOnly = {
  id: null,
  baseEventId: null,
  calendarIds: null,
  isDraft: null,
  isOrigin: null,
  mayUpdateAll: null,
}

/** CalendarEvent/parse (JMAP Calendars §5.13): reads calendar files that were uploaded or attached, without keeping them. */
export function calendarEventParse({ readBytes }: ParseNeeds): Method {
  return {
    run: async (args, { caller, createdIds }) => {
      onlyKnown(args, ['accountId', 'blobIds', 'properties'])
      const account = readBlobAccount(args, caller)
      const blobIds = readIds(args, 'blobIds', limits.maxObjectsInGet)
      if (blobIds === null) throw invalid('blobIds', 'a list of ids')
      const properties = readStrings(args, 'properties')
      // A creation reference (`#id`) is answered by the id that it stands for, and named as it was asked where nothing was read.
      const parsed: Array<[string, Array<Record<string, unknown>>]> = []
      const notParsable: string[] = []
      const notFound: string[] = []
      for (const requestedId of blobIds) {
        const blobId = resolvedBlobId(requestedId, createdIds)
        const raw = await readBytes(account.id, blobId)
        const file = raw && raw.length <= maxFileLength ? readCalendar(raw.toString('utf8')) : undefined
        if (!raw) notFound.push(requestedId)
        else if (!file) notParsable.push(requestedId)
        else {
          const events = file.events.map(({ event }) => ({ ...storedOnly, ...event }))
          parsed.push([blobId, events.map((event) => pick(event, properties && new Set(properties)))])
        }
      }
      return {
        accountId: accountWireId.encode(account.id),
        parsed: parsed.length === 0 ? null : Object.fromEntries(parsed),
        notParsable: notParsable.length === 0 ? null : notParsable,
        notFound: notFound.length === 0 ? null : notFound,
      }
    },
  }
}
