import type { AccountId, UserId } from '@plmail/wire'
import type { CalendarParts } from '../parts.ts'
import type { Calendar } from '../door.ts'
import { calendarsOf } from './calendar-rows.ts'
import { chooseColors } from './distinct-colors.ts'
import { chooseDefault, insert } from './set-calendars.ts'
import { usualFields } from './usual-fields.ts'

/** See `Calendars.own`. */
export async function ownCalendar(
  { database, changes, localeOf }: Pick<CalendarParts, 'database' | 'changes' | 'localeOf'>,
  userId: UserId,
): Promise<Calendar> {
  const accountId = await changes.personal(userId)
  if (accountId === undefined) throw new Error(`user ${String(userId)} has no personal account`)
  const own = async (sql: Pick<CalendarParts, 'database'>['database']) => ownOf(sql, accountId)
  const existing = await own(database)
  if (existing) return existing
  const name = (await localeOf(userId)).startsWith('de') ? 'Kalender' : 'Calendar'
  const accountIds = (await changes.states(userId)).map((account) => account.accountId)
  const cause = { actor: { kind: 'system' as const }, verb: 'make-calendar' }
  const { result } = await changes.write(accountId, cause, async (change) => {
    const meanwhile = await own(change.tx)
    if (meanwhile) return meanwhile
    const [color = usualColor] = await chooseColors(change, [...accountIds, accountId], [usualColor])
    const made = await insert(change, { ...usualFields, name, color })
    await chooseDefault(change, made.id, [])
    return { ...made, isDefault: true }
  })
  return result
}

const usualColor = '#2055ca'

async function ownOf(
  sql: Parameters<typeof calendarsOf>[0],
  accountId: AccountId,
): Promise<Calendar | undefined> {
  const own = (await calendarsOf(sql, accountId)).filter((calendar) => !calendar.isProvided)
  return own.find((calendar) => calendar.isDefault) ?? own[0]
}
