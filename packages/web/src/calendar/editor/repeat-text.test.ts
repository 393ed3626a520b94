import { expect, test } from 'vitest'
import { createDateText } from '../date-text.ts'
import { repeatText } from './repeat-text.ts'

const dateText = createDateText('en', '24')
const start = '2026-11-24T09:00:00'

test('an event whose rule is not supported says so instead of what it would repeat like', () => {
  const secondly = {
    start,
    recurrenceRule: { frequency: 'secondly' as never },
    isRecurrenceUnread: true as const,
  }
  expect(repeatText(secondly, dateText)).toBe(
    'The repeat rule of this event isn’t supported; only its first date is shown.',
  )
  expect(repeatText({ start, recurrenceRule: { frequency: 'weekly' } }, dateText)).toMatch(/week/i)
  expect(repeatText({ start }, dateText)).toBeUndefined()
})
