import { describe, expect, test } from 'vitest'
import { fieldErrors } from './field-errors.ts'

const pointers = ['/address', '/password']

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
      pointers,
    )
    expect([errors.at('/password'), errors.at('/address'), errors.rest]).toEqual([
      'Wrong password.',
      undefined,
      'Something else.',
    ])
  })

  test('a problem without fields is said as it is; no problem says nothing', () => {
    expect(fieldErrors(problem(), pointers).rest).toBe('Not saved')
    expect(fieldErrors(undefined, pointers).rest).toBeUndefined()
  })
})
