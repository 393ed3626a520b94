import { describe, expect, test } from 'vitest'
import { emptyFields, newAccount, withDiscovered, withEncryption } from './account-form.ts'

describe('the account that is sent', () => {
  test('leaves out what was left empty and the blanks around the rest, but none of a password', () => {
    const fields = { ...emptyFields(), address: ' a@x.example ', name: ' ', username: ' ', password: ' s ' }
    expect(newAccount(fields)).toEqual({
      address: 'a@x.example',
      password: ' s ',
      imap: { host: '', port: 993, encryption: 'tls' },
      smtp: { host: '', port: 465, encryption: 'tls' },
    })
  })

  test('leaves a port that is no number for the server to refuse', () => {
    const fields = {
      ...emptyFields(),
      imap: { host: ' mail.x.example ', port: 'abc', encryption: 'tls' as const },
    }
    expect(newAccount(fields).imap).toEqual({ host: 'mail.x.example', port: 0, encryption: 'tls' })
  })
})

test('what was discovered fills in the servers and keeps what was typed', () => {
  const discovered = {
    username: 'ada',
    imap: { host: 'imap.x.example', port: 143, encryption: 'starttls' as const },
    smtp: { host: 'smtp.x.example', port: 587, encryption: 'starttls' as const },
  }
  const fields = withDiscovered({ ...emptyFields(), password: 'secret' }, discovered as never)
  expect(fields).toMatchObject({
    username: 'ada',
    password: 'secret',
    imap: { port: '143' },
    smtp: { port: '587' },
  })
})

describe('another encryption', () => {
  test.each([
    ['imap', '993', 'starttls', '143'],
    ['imap', '143', 'tls', '993'],
    ['smtp', '465', 'starttls', '587'],
    ['smtp', '587', 'none', '25'],
    ['smtp', '2525', 'tls', '2525'],
    ['imap', '465', 'starttls', '465'],
  ] as const)('of %s at port %s with %s leads to port %s', (kind, port, encryption, expected) => {
    const server = { host: 'h', port, encryption: 'tls' as const }
    expect(withEncryption(kind, server, encryption)).toEqual({ host: 'h', port: expected, encryption })
  })
})
