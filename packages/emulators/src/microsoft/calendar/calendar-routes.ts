import type { EmulatedAnswer } from '../../http/answer.ts'
import { ok, readCalendars, type GraphCall, type Route } from '../graph/call.ts'
import { getContext, pageOfAll } from '../graph/paging.ts'
import { readSelection, type FieldSelection } from '../graph/selection.ts'
import { answerRoutes } from './answer-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { getCalendar } from './lookup.ts'
import { scheduleRoutes } from './schedule-route.ts'
import type { CalendarState } from '../mailbox/calendar-store.ts'

const read = { scopes: readCalendars }

export const calendarRoutes: readonly Route[] = [
  { method: 'GET', path: 'calendars', operation: 'graph.calendars.list', ...read, run: list },
  { method: 'GET', path: 'calendars/:calendar', operation: 'graph.calendars.get', ...read, run: get },
  { method: 'GET', path: 'calendar', operation: 'graph.calendars.get', ...read, run: get },
  ...eventRoutes,
  ...answerRoutes,
  ...scheduleRoutes,
]

function list(call: GraphCall): EmulatedAnswer {
  const selection = readSelection('calendar', call.query)
  return pageOfAll(
    call,
    [...call.mailbox.calendars.calendars.values()].map((calendar) => calendarJson(call, calendar, selection)),
  )
}

function get(call: GraphCall): EmulatedAnswer {
  const calendar = calendarJson(call, getCalendar(call), readSelection('calendar', call.query))
  return ok({ '@odata.context': getContext(call), ...calendar })
}

function calendarJson(call: GraphCall, calendar: CalendarState, { fields }: FieldSelection): object {
  const id = call.mailbox.calendars.ids.calendar(calendar.n)
  const all: Record<string, unknown> = {
    name: calendar.name,
    color: calendar.color,
    hexColor: calendar.hexColor,
    isDefaultCalendar: calendar.isDefault,
    changeKey: `${id.slice(6, 22)}`,
    canShare: calendar.canEdit,
    canViewPrivateItems: calendar.canEdit,
    canEdit: calendar.canEdit,
    isTallyingResponses: calendar.canEdit,
    isRemovable: !calendar.isDefault,
    allowedOnlineMeetingProviders: ['teamsForBusiness'],
    defaultOnlineMeetingProvider: 'teamsForBusiness',
    owner: calendar.owner,
  }
  const shown = Object.entries(all).filter(([name]) => fields === undefined || fields.has(name))
  return { id, ...Object.fromEntries(shown) }
}
