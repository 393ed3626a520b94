import type { CalendarId, UserId } from '@plmail/wire'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../changes/index.ts'
import { tellOfConflicts } from './tell.ts'

test.each([
  ['provA', 'Google didn’t accept your change to “Lunch”.'],
  ['provB', 'Microsoft didn’t accept your change to “Lunch”.'],
  ['caldav', 'The calendar’s server didn’t accept your change to “Lunch”.'],
] as const)('a refusal of %s names who refused', async (kind, text) => {
  const heard: LiveEvent[] = []
  const changes = { announce: async (_user: UserId, event: LiveEvent) => void heard.push(event) }
  const struck = [{ kind: 'refused' as const, title: 'Lunch', calendarId: '1' as unknown as CalendarId }]
  await tellOfConflicts(changes, 1 as unknown as UserId, struck, kind)
  expect(heard).toMatchObject([{ kind: 'notice', level: 'error', reference: 'EventConflict', text }])
})
