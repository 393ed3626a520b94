import type { ListedCalendar } from '../records/index.ts'

/** Returns the display name of a calendar: with its account where another one has the same name. */
export function calendarName(
  calendar: Pick<ListedCalendar, 'accountId' | 'name'>,
  all: readonly Pick<ListedCalendar, 'accountId' | 'name'>[],
  accountName: (accountId: string) => string | undefined,
): string {
  const isShared = all.some(
    ({ accountId, name }) => accountId !== calendar.accountId && name === calendar.name,
  )
  const account = isShared ? accountName(calendar.accountId) : undefined
  return account ? `${calendar.name} (${account})` : calendar.name
}
