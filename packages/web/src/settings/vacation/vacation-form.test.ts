import type { VacationResponse } from '@plmail/wire'
import { expect, test } from 'vitest'
import { errorIn, fieldsOf, patchOf } from './vacation-form.ts'

const zone = 'Europe/Berlin'
const vacation: VacationResponse = {
  id: 'singleton',
  isEnabled: true,
  subject: 'Away',
  textBody: 'Back soon',
  htmlBody: null,
  fromDate: '2026-12-20T17:00:00Z',
  toDate: null,
}

test('times are those of the owner’s zone, there and back', () => {
  const fields = fieldsOf(vacation, zone)
  expect(fields).toMatchObject({ from: '2026-12-20T18:00', until: '', subject: 'Away', text: 'Back soon' })
  const changed = { ...fields, until: '2027-07-01T09:30' }
  expect(patchOf(changed, fields, zone)).toEqual({
    fromDate: '2026-12-20T17:00:00Z',
    toDate: '2027-07-01T07:30:00Z',
  })
})

test('what was not changed is not written, so that a formatted text stays as it is', () => {
  const fields = fieldsOf(vacation, zone)
  expect(patchOf(fields, fields, zone)).toEqual({})
  expect(patchOf({ ...fields, isEnabled: false, subject: ' ' }, fields, zone)).toEqual({
    isEnabled: false,
    subject: null,
  })
  expect(patchOf({ ...fields, text: 'Back\nin May' }, fields, zone)).toEqual({
    textBody: 'Back\nin May',
    htmlBody: null,
  })
})

test('an answer needs words, ends after it begins, and has both dates where the provider wants both', () => {
  const fields = fieldsOf(vacation, zone)
  expect(errorIn(fields, false)).toBeUndefined()
  expect(errorIn({ ...fields, text: ' ', subject: '' }, false)).toBe('text')
  expect(errorIn({ ...fields, text: ' ', subject: '', isEnabled: false }, false)).toBeUndefined()
  expect(errorIn({ ...fields, until: fields.from }, false)).toBe('order')
  expect(errorIn(fields, true)).toBe('bothDates')
  expect(errorIn({ ...fields, from: '' }, true)).toBeUndefined()
})
