import { expect, test } from 'vitest'
import { namesHidden } from './search-mail.ts'

test.each([
  ['in:spam lottery', true],
  ['label:"Trash"', true],
  ['(in:trash OR invoice)', true],
  ['in:anywhere', true],
  ['invoice', false],
  ['invoice -in:trash', false],
  ['-in:spam -in:trash invoice', false],
  ['invoice -(in:spam OR in:trash)', false],
  ['"it lies in:spam"', false],
  ['-"it lies in:spam" invoice', false],
])('%s asks for spam or trash: %s', (query, isAsked) => expect(namesHidden(query)).toBe(isAsked))
