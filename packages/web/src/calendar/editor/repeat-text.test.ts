import { expect, test } from 'vitest'
import { createSay } from '../say.ts'
import { repeatText } from './repeat-text.ts'

const say = createSay('en', '24')
const start = '2026-11-24T09:00:00'

test('an event whose rule is not supported says so instead of what it would repeat like', () => {
  const secondly = {
    start,
    recurrenceRule: { frequency: 'secondly' as never },
    isRecurrenceUnread: true as const,
  }
  expect(repeatText(secondly, say)).toBe(
    'The repeat rule of this event isn’t supported; only its first date is shown.',
  )
  expect(repeatText({ start, recurrenceRule: { frequency: 'weekly' } }, say)).toMatch(/week/i)
  expect(repeatText({ start }, say)).toBeUndefined()
})
