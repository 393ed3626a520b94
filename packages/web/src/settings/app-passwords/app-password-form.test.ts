import { describe, expect, test } from 'vitest'
import { emptyAppPassword, newAppPassword } from './app-password-form.ts'

describe('the app password form', () => {
  const now = new Date('2026-03-01T12:00:00Z')

  test('asks for everything and for ever unless told otherwise', () => {
    expect(newAppPassword({ ...emptyAppPassword(), name: 'Phone', password: 'p' }, now)).toEqual({
      name: 'Phone',
      password: 'p',
      scope: null,
      accountId: null,
      expiresAt: null,
    })
  })

  test('narrows to a scope, an account and a number of days', () => {
    const fields = { name: 'Phone', scope: 'read', accountId: 'A7', days: '30', password: 'p' }
    expect(newAppPassword(fields, now)).toEqual({
      name: 'Phone',
      password: 'p',
      scope: 'read',
      accountId: 'A7',
      expiresAt: '2026-03-31T12:00:00.000Z',
    })
  })
})
