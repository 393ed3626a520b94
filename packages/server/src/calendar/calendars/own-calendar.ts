import { type AccountId, type UserId, getLanguage } from '@plmail/wire'
import { catalogueOf } from '@plmail/words'
import type { CalendarParts } from '../calendar-parts.ts'
import type { Calendar } from '../types.ts'
import { selectCalendars } from './calendar-rows.ts'
import { chooseColors } from './distinct-colors.ts'
import { chooseDefault, insert } from './set-calendars.ts'
import { usualFields } from './usual-fields.ts'

/** See `Calendars.own`. */
export async function ownCalendar(
  { database, changes, getLocale }: Pick<CalendarParts, 'database' | 'changes' | 'getLocale'>,
  userId: UserId,
): Promise<Calendar> {
  const accountId = await changes.personal(userId)
  if (accountId === undefined) throw new Error(`user ${String(userId)} has no personal account`)
  const own = async (sql: Pick<CalendarParts, 'database'>['database']) => selectOwnCalendar(sql, accountId)
  const existing = await own(database)
  if (existing) return existing
  const name = catalogueOf(getLanguage(await getLocale(userId))).storedNames.ownCalendar
  const accountIds = (await changes.states(userId)).map((account) => account.accountId)
  const cause = { actor: { kind: 'system' as const }, verb: 'make-calendar' }
  const { result } = await changes.write(accountId, cause, async (change) => {
    const meanwhile = await own(change.tx)
    if (meanwhile) return meanwhile
    const [color = usualColor] = await chooseColors(change, [...accountIds, accountId], [usualColor])
    const calendar = await insert(change, { ...usualFields, name, color })
    await chooseDefault(change, calendar.id, [])
    return { ...calendar, isDefault: true }
  })
  return result
}

const usualColor = '#2055ca'

async function selectOwnCalendar(
  sql: Parameters<typeof selectCalendars>[0],
  accountId: AccountId,
): Promise<Calendar | undefined> {
  const own = (await selectCalendars(sql, accountId)).filter((calendar) => !calendar.isProvided)
  return own.find((calendar) => calendar.isDefault) ?? own[0]
}
