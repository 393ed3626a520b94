import type { Answer } from '../../http/answer.ts'
import { ok, readCalendars, type GraphCall, type Route } from '../graph/call.ts'
import { contextOf, pageOfAll } from '../graph/paging.ts'
import { readSelection, type Selection } from '../graph/selection.ts'
import { answerRoutes } from './answer-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { calendarOf } from './lookup.ts'
import { scheduleRoutes } from './schedule-route.ts'
import type { CalendarState } from './store.ts'

const read = { scopes: readCalendars }

export const calendarRoutes: readonly Route[] = [
  { method: 'GET', path: 'calendars', operation: 'graph.calendars.list', ...read, run: list },
  { method: 'GET', path: 'calendars/:calendar', operation: 'graph.calendars.get', ...read, run: get },
  { method: 'GET', path: 'calendar', operation: 'graph.calendars.get', ...read, run: get },
  ...eventRoutes,
  ...answerRoutes,
  ...scheduleRoutes,
]

function list(call: GraphCall): Answer {
  const selection = readSelection('calendar', call.query)
  return pageOfAll(
    call,
    [...call.mailbox.calendars.calendars.values()].map((one) => calendarJson(call, one, selection)),
  )
}

function get(call: GraphCall): Answer {
  const one = calendarJson(call, calendarOf(call), readSelection('calendar', call.query))
  return ok({ '@odata.context': contextOf(call), ...one })
}

function calendarJson(call: GraphCall, one: CalendarState, { fields }: Selection): object {
  const id = call.mailbox.calendars.ids.calendar(one.n)
  const all: Record<string, unknown> = {
    ...{ name: one.name, color: one.color, hexColor: one.hexColor, isDefaultCalendar: one.isDefault },
    ...{ changeKey: `${id.slice(6, 22)}`, canShare: one.canEdit, canViewPrivateItems: one.canEdit },
    ...{ canEdit: one.canEdit, isTallyingResponses: one.canEdit, isRemovable: !one.isDefault },
    allowedOnlineMeetingProviders: ['teamsForBusiness'],
    defaultOnlineMeetingProvider: 'teamsForBusiness',
    owner: one.owner,
  }
  const shown = Object.entries(all).filter(([name]) => fields === undefined || fields.has(name))
  return { id, ...Object.fromEntries(shown) }
}
