import { expect, test, vi } from 'vitest'
import { createToasts } from '../commands/index.ts'
import { eventConflicts } from '@plmail/words/every-language/event-conflicts'
import { showConflict } from './conflict-notice.ts'

const problem = (code: string, more: number, provider = 'google', title = 'Lunch') => ({
  level: 'error' as const,
  text: '',
  reference: 'EventConflict',
  problem: { code, parameters: { title, provider, more } },
})

test.each([
  [problem('refused', 0), 'Google didn’t accept your change to “Lunch”.'],
  [
    problem('refused', 2, 'microsoft'),
    'Microsoft didn’t accept your change to “Lunch”. 2 more changes to review.',
  ],
  [
    problem('changed-both', 0, 'server', ''),
    'An event without a title was changed elsewhere at the same time. That change was kept.',
  ],
])('the code of a refusal is said in the words of this client', (notice, text) => {
  const toasts = createToasts(() => () => undefined)
  showConflict({ toasts, navigator: {} as never }, notice)
  expect(toasts.current).toMatchObject({ text })
})

test('and in German', () => {
  const { refusedBy, quoted, moreToReview } = eventConflicts.de
  expect(`${refusedBy.google({ event: quoted({ title: 'Essen' }) })} ${moreToReview({ count: 1 })}`).toBe(
    'Google hat Ihre Änderung an „Essen“ nicht angenommen. Noch 1 weitere Änderung zu prüfen.',
  )
})

test('a change that was not accepted stays on screen, and its button leads to where it is settled', () => {
  const timers: (() => void)[] = []
  const toasts = createToasts((_ms, task) => {
    timers.push(task)
    return () => undefined
  })
  const go = vi.fn()
  showConflict({ toasts, navigator: { go } as never }, { level: 'error', text: 'Not accepted.' })
  for (const run of timers) run()
  expect(toasts.current).toMatchObject({ text: 'Not accepted.', action: { title: 'Review' } })
  toasts.current?.action?.run()
  expect(go).toHaveBeenCalledWith({ screen: 'settings', page: 'calendars' })
  expect(toasts.current).toBeUndefined()
})
