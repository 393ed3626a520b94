import { expect, test, vi } from 'vitest'
import { createToasts } from '../commands/index.ts'
import { showConflict } from './conflict-notice.ts'

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
