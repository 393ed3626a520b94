import { expect, test } from 'vitest'
import { calendarName } from './calendar-name.ts'

test('calendars of one name are told apart by their accounts', () => {
  const own = { accountId: 'personal', name: 'Calendar' }
  const work = { accountId: 'w', name: 'Calendar' }
  const family = { accountId: 'w', name: 'Family' }
  const all = [own, work, family]
  const nameOf = (id: string) => (id === 'w' ? 'nora@larkfield.example' : undefined)
  expect(all.map((calendar) => calendarName(calendar, all, nameOf))).toEqual([
    'Calendar',
    'Calendar (nora@larkfield.example)',
    'Family',
  ])
})
