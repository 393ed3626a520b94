import { expect, test } from 'vitest'
import { isQuiet } from './notifying.ts'

test('quiet hours go over midnight and end when they say', () => {
  const night = { from: '22:00', to: '07:00' }
  const quiet = ['22:00', '23:59', '00:00', '06:59']
  expect(quiet.filter((time) => !isQuiet(night, time))).toEqual([])
  expect(['07:00', '12:00', '21:59'].filter((time) => isQuiet(night, time))).toEqual([])
  const noon = { from: '12:00', to: '13:00' }
  expect(['11:59', '12:00', '12:59', '13:00'].map((time) => isQuiet(noon, time))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isQuiet(null, '03:00')).toBe(false)
  expect(isQuiet({ from: '08:00', to: '08:00' }, '08:00')).toBe(false)
})
