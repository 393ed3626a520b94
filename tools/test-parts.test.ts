import { expect, test } from 'vitest'
import { missingPackages } from './test-parts.mjs'

test('a part of which only the core is installed is missing', () => {
  expect(missingPackages(() => true)).toEqual([])
  expect(missingPackages((path) => path !== '/usr/lib/dovecot/imap')).toEqual(['dovecot-imapd'])
  expect(missingPackages((path) => path !== '/usr/lib/dovecot/lmtp')).toEqual(['dovecot-lmtpd'])
  expect(missingPackages((path) => !path.includes('dovecot'))).toEqual([
    'dovecot-imapd',
    'dovecot-lmtpd',
    'dovecot-sieve',
    'dovecot-managesieved',
  ])
})
