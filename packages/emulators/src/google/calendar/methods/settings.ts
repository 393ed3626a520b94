import { type CalendarAsk, type CalendarHandler, param } from '../ask.ts'
import { forbidden, notFound } from '../refusals.ts'

/** The user's settings, and who may do what in a calendar: read only, as a client of somebody's own account asks. */
export const settings: Record<string, CalendarHandler> = {
  'settings.list': (ask) => ({
    kind: 'calendar#settings',
    etag: '"s1"',
    items: getSettings(ask),
    nextSyncToken: ask.account.ids.seal('settings'),
  }),
  'settings.get': (ask) => findById(getSettings(ask), param(ask, 'setting')),
  'acl.list': (ask) => ({
    kind: 'calendar#acl',
    etag: '"a1"',
    items: getRules(ask),
    nextSyncToken: ask.account.ids.seal('acl'),
  }),
  'acl.get': (ask) => findById(getRules(ask), param(ask, 'ruleId')),
}

function findById<Item extends { id: string }>(items: readonly Item[], requestedId: string): Item {
  const item = items.find(({ id }) => id === requestedId)
  if (!item) throw notFound()
  return item
}

function getSettings({ account }: CalendarAsk) {
  const values = {
    timezone: account.calendar('primary').timeZone,
    locale: 'en_GB',
    // 0 is Sunday.
    weekStart: '1',
    format24HourTime: 'true',
  }
  return Object.entries(values).map(([id, value]) => ({
    kind: 'calendar#setting',
    etag: '"1"',
    id,
    value,
  }))
}

/** Every calendar has one rule, that of its owner; others are not told who else may see it [D]. */
function getRules(ask: CalendarAsk) {
  const { accessRole } = ask.account.calendar(param(ask, 'calendarId'))
  if (accessRole !== 'owner')
    throw forbidden('requiredAccessLevel', 'You need to have owner access to this calendar.')
  const { email } = ask.account
  const scope = { type: 'user', value: email }
  return [{ kind: 'calendar#aclRule', etag: '"1"', id: `user:${email}`, scope, role: 'owner' }]
}
