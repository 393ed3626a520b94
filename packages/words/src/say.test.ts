import { expect, test } from 'vitest'
import { say } from './index.ts'

test('a problem is said in the language of whoever reads it', () => {
  const parameters = { host: 'mail.example.org', port: 2525 }
  expect(say('en', 'problems', 'smtp/port-refused', parameters)).toContain('port 2525 at mail.example.org')
  expect(say('de', 'problems', 'smtp/port-refused', parameters)).toContain(
    'mail.example.org nimmt auf Port 2525',
  )
})

test('a parameter that is missing or misspelt does not pass the types', () => {
  // @ts-expect-error the port is missing
  expect(say('en', 'problems', 'smtp/port-refused', { host: 'h' })).toContain('undefined')
  // @ts-expect-error there is no such message
  expect(() => say('en', 'problems', 'smtp/port-refusd')).toThrow('smtp/port-refusd')
})
