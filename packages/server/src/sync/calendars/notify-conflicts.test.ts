import { type CalendarId, isEventChangeProblem, type UserId, ProviderName } from '@plmail/wire'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../changes/index.ts'
import { notifyConflicts } from './notify-conflicts.ts'

test.each([
  [ProviderName.google, 'google'],
  [ProviderName.microsoft, 'microsoft'],
  ['caldav', 'server'],
] as const)('a refusal of %s is a code that names who refused, and no sentence', async (kind, provider) => {
  const heard: LiveEvent[] = []
  const changes = { announce: async (_user: UserId, event: LiveEvent) => void heard.push(event) }
  const struck = ['Lunch', 'Tea'].map((title) => ({
    kind: 'refused' as const,
    title,
    calendarId: '1' as unknown as CalendarId,
  }))
  await notifyConflicts(changes, 1 as unknown as UserId, struck, kind)
  const problem = { code: 'refused', parameters: { title: 'Lunch', provider, more: 1 } }
  expect(heard).toEqual([{ kind: 'notice', level: 'error', reference: 'EventConflict', problem }])
  expect(isEventChangeProblem(problem)).toBe(true)
  expect(isEventChangeProblem({ ...problem, code: 'other' })).toBe(false)
})
