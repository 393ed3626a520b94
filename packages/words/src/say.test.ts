import { expect, test } from 'vitest'
import { say } from './index.ts'

test('a problem is said in the language of whoever reads it', () => {
  const parameters = { host: 'mail.example.org', port: 2525 }
  expect(say('en', 'problems', 'mail-server/broke-off', parameters)).toContain(
    'The connection to mail.example.org on port 2525',
  )
  expect(say('de', 'problems', 'mail-server/broke-off', parameters)).toContain(
    'Die Verbindung zu mail.example.org an Port 2525',
  )
})

test('a parameter that is missing or misspelt does not pass the types', () => {
  // @ts-expect-error the port is missing
  expect(say('en', 'problems', 'mail-server/broke-off', { host: 'h' })).toContain('undefined')
  // @ts-expect-error there is no such message
  expect(() => say('en', 'problems', 'mail-server/broke-of')).toThrow('mail-server/broke-of')
})
