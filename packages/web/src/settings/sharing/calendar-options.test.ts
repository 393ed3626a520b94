import { expect, test } from 'vitest'
import type { ListedCalendar } from '../../records/index.ts'
import { calendarOptions } from './calendar-options.ts'

const calendar = (
  id: string,
  name: string,
  accountId: string,
  color: string | null = '#0a0',
): ListedCalendar => ({ id, name, accountId, color }) as ListedCalendar
const accounts = new Map([['a1', 'nora@larkfield.example']])
const optionsOf = (...calendars: ListedCalendar[]) => calendarOptions(calendars, (id) => accounts.get(id))

test('a calendar goes by its name', () => {
  expect(optionsOf(calendar('c1', 'Family', 'a1'))).toEqual([{ value: 'c1', text: 'Family', color: '#0a0' }])
})

test('of two with one name each says its account, where it has one', () => {
  const texts = optionsOf(calendar('c1', 'Calendar', 'home'), calendar('c2', 'Calendar', 'a1')).map(
    ({ text }) => text,
  )
  expect(texts).toEqual(['Calendar', 'Calendar (nora@larkfield.example)'])
})

test('one without a colour is drawn in the usual one', () => {
  expect(optionsOf(calendar('c1', 'Family', 'a1', null))[0]?.color).toMatch(/^#[0-9a-f]{6}$/)
})
