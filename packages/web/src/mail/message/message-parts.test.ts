import type { EmailBodyPart } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { filesBesideText, hasInvitation, senderOf, filesBeforeText } from './message-parts.ts'

const part = (name: string, type: string, cid: string | null = null) =>
  ({ name, type, cid }) as unknown as EmailBodyPart
const logo = part('logo.png', 'image/png', 'logo@x')
const notes = part('notes.pdf', 'application/pdf')
const namesOf = (parts: EmailBodyPart[]) => parts.map(({ name }) => name)

describe('the files of a message', () => {
  test('are all but the pictures that its text shows', () => {
    expect(namesOf(filesBesideText({ attachments: [logo, notes] }, ['logo@x']))).toEqual(['notes.pdf'])
  })

  test('include a picture that the text never mentions', () => {
    expect(namesOf(filesBesideText({ attachments: [logo] }, []))).toEqual(['logo.png'])
  })

  test('before the text is here are counted without its pictures, with other parts that have an id', () => {
    const sheet = part('table.xlsx', 'application/vnd.ms-excel', 'sheet@x')
    expect(namesOf(filesBeforeText({ attachments: [logo, notes, sheet] }))).toEqual([
      'notes.pdf',
      'table.xlsx',
    ])
  })

  test('are none where the server has named none', () => {
    expect(filesBesideText({}, undefined)).toEqual([])
    expect(filesBeforeText({})).toEqual([])
  })
})

describe('an invitation', () => {
  test.each(['text/calendar', 'application/ics'])('comes as %s', (type) => {
    expect(hasInvitation({ attachments: [notes, part('invite.ics', type)] })).toBe(true)
  })

  test('does not come with any other file', () => {
    expect(hasInvitation({ attachments: [notes, part('text', 'text/calendar-like')] })).toBe(false)
    expect(hasInvitation({})).toBe(false)
  })
})

describe('the sender', () => {
  const ann = { name: 'Ann', email: 'ann@x.example' }

  test('is the first of several who wrote', () => {
    expect(senderOf({ from: [ann, { name: 'Bob', email: 'bob@x.example' }] })).toEqual(ann)
  })

  test('is said to be unknown where a message names none', () => {
    expect(senderOf({ from: null }).name).not.toBe('')
    expect(senderOf({ from: [] })).toEqual(senderOf({ from: null }))
  })
})
