import { expect, test } from 'vitest'
import { isOwnPlace } from './client-addresses.ts'

test('the client answers for its own screens, the server for the rest', () => {
  const own = [
    '/',
    '/mail',
    '/mail/inbox',
    '/mail/inbox/A1/T3',
    '/mail/A1/L2',
    '/settings',
    '/calendar/day/2026-11-22',
    '/settings/display',
  ]
  const served = [
    '/login',
    '/logout',
    '/install',
    '/healthz',
    '/oauth/google/connect',
    '/webhook/provA/calendar',
    '/api/session',
    '/jmap/api',
    '/jmap/download/A1/B1/a.pdf',
    '/.well-known/hub',
    '/assets/a.js',
    '/sw.js',
    '/mail/image-proxy',
    '/mail/print/A1/M1',
    '/mail/original/A1/M1',
    '/mail/attachments/A1/M1',
  ]
  expect(own.filter((path) => !isOwnPlace(path))).toEqual([])
  expect(served.filter(isOwnPlace)).toEqual([])
})
