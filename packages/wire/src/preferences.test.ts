import { expect, test } from 'vitest'
import { readPreferences } from './preferences.ts'

test('messages are dark in a dark theme where they bring no ground of their own, until somebody chooses', () => {
  expect(readPreferences({}).darkBodies).toBe('simple')
  expect(readPreferences({ darkBodies: 'never' }).darkBodies).toBe('never')
})

test.each([
  [true, 'all'],
  [false, 'never'],
])('what was chosen while there were only two ways (%s) is kept', (hasDarkBodies, darkBodies) => {
  expect(readPreferences({ hasDarkBodies }).darkBodies).toBe(darkBodies)
  expect(readPreferences({ hasDarkBodies, darkBodies: 'simple' }).darkBodies).toBe('simple')
})
