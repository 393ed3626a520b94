import { describe, expect, test } from 'vitest'
import {
  accountPointers,
  emptyFields,
  newAccount,
  withDiscovered,
  withEncryption,
} from './accounts/account-form.ts'
import { emptyAppPassword, newAppPassword } from './app-passwords/app-password-form.ts'
import { fieldErrors } from '../records/index.ts'

describe('the account form', () => {
  test('takes over what was found', () => {
    const found = {
      found: true,
      source: 'autoconfig',
      username: 'ada',
      imap: { host: 'imap.example.org', port: 143, encryption: 'starttls' as const },
      smtp: { host: 'smtp.example.org', port: 587, encryption: 'starttls' as const },
    }
    const filled = withDiscovered(
      { ...emptyFields(), address: ' ada@example.org ', password: ' secret ' },
      found,
    )
    expect(newAccount(filled)).toEqual({
      address: 'ada@example.org',
      password: ' secret ',
      username: 'ada',
      imap: found.imap,
      smtp: found.smtp,
    })
  })

  test('a usual port follows the encryption, a chosen one stays', () => {
    const server = { host: '', port: '993', encryption: 'tls' as const }
    expect(withEncryption('imap', server, 'starttls')).toMatchObject({ port: '143', encryption: 'starttls' })
    expect(withEncryption('imap', { ...server, port: '1993' }, 'starttls').port).toBe('1993')
  })

  test('a port that is no number is sent as one the server refuses', () => {
    const fields = emptyFields()
    expect(newAccount({ ...fields, imap: { ...fields.imap, port: 'x' } }).imap.port).toBe(0)
  })
})

describe('the app password form', () => {
  const now = new Date('2026-03-01T12:00:00Z')

  test('asks for everything and for ever unless told otherwise', () => {
    expect(newAppPassword({ ...emptyAppPassword(), name: 'Phone' }, now)).toEqual({
      name: 'Phone',
      scope: null,
      accountId: null,
      expiresAt: null,
    })
  })

  test('narrows to a scope, an account and a number of days', () => {
    const fields = { name: 'Phone', scope: 'read', accountId: 'A7', days: '30' }
    expect(newAppPassword(fields, now)).toEqual({
      name: 'Phone',
      scope: 'read',
      accountId: 'A7',
      expiresAt: '2026-03-31T12:00:00.000Z',
    })
  })
})

describe('errors of a form', () => {
  const problem = (errors?: { pointer: string; detail: string }[]) => ({
    type: 'x',
    title: 'Not saved',
    status: 422,
    ...(errors ? { errors } : {}),
  })

  test('stand at their fields; what has no field is said on top', () => {
    const errors = fieldErrors(
      problem([
        { pointer: '/password', detail: 'Wrong password.' },
        { pointer: '/elsewhere', detail: 'Something else.' },
      ]),
      accountPointers,
    )
    expect([errors.at('/password'), errors.at('/address'), errors.rest]).toEqual([
      'Wrong password.',
      undefined,
      'Something else.',
    ])
  })

  test('a problem without fields is said as it is; no problem says nothing', () => {
    expect(fieldErrors(problem(), accountPointers).rest).toBe('Not saved')
    expect(fieldErrors(undefined, accountPointers).rest).toBeUndefined()
  })
})
