import { type AccountId, type UserId, calendarWireId } from '@plmail/wire'
import type { Calendar, Calendars } from '../../../calendar/index.ts'
import type { Changes } from '../../../changes/index.ts'
import { readCalendarAccount, onlyKnown } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Caller, Method } from '../../engine/method.ts'

export interface CalendarNeeds {
  calendars: Calendars
  changes: Changes
  /** As whom the user takes part in events: the mail accounts, each with its address and name. */
  listHolders(userId: UserId): Promise<Array<{ accountId: AccountId; address: string; name: string }>>
}

const properties = [
  'id',
  'name',
  'description',
  'color',
  'sortOrder',
  'isSubscribed',
  'isVisible',
  'isDefault',
  'includeInAvailability',
  'defaultAlertsWithTime',
  'defaultAlertsWithoutTime',
  'timeZone',
  'shareWith',
  'myRights',
]

/** Calendar/get (JMAP Calendars §4.1). */
export function calendarGet({ calendars, changes }: CalendarNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, calendarWireId, properties, readCalendarAccount)
      // before the state is read, because the first time makes one
      const all = await calendarsIn({ calendars }, caller, request.account.id)
      return answerGet(changes, request, calendarWireId, async () => {
        const listed = request.ids === null ? all : all.filter(({ id }) => request.ids?.includes(id))
        return listed.map((calendar) => ({
          id: calendar.id,
          json: pick(calendarJson(calendar, caller.mayWrite), request.properties),
        }))
      })
    },
  }
}

/** All calendars of an account; the user's own is made where it is looked for first. */
export async function calendarsIn(
  { calendars }: Pick<CalendarNeeds, 'calendars'>,
  { userId, personal }: Caller,
  accountId: AccountId,
): Promise<Calendar[]> {
  if (accountId === personal) await calendars.own(userId)
  return calendars.list(accountId)
}

export function calendarJson(calendar: Calendar, mayWrite: boolean): Record<string, unknown> {
  const { id, availability, alertsWithTime, alertsWithoutTime, isReadOnly, isProvided, ...same } = calendar
  const mayChange = mayWrite && !isReadOnly
  return {
    ...same,
    id: calendarWireId.encode(id),
    includeInAvailability: availability,
    defaultAlertsWithTime: alertsWithTime,
    defaultAlertsWithoutTime: alertsWithoutTime,
    shareWith: null,
    myRights: {
      mayReadFreeBusy: true,
      mayReadItems: true,
      mayWriteAll: mayChange,
      mayWriteOwn: mayChange,
      mayUpdatePrivate: mayChange,
      mayRSVP: mayChange,
      mayShare: false,
      mayDelete: mayWrite && !isProvided,
    },
  }
}
