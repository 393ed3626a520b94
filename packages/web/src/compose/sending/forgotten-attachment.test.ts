import { expect, test } from 'vitest'
import { promisesAttachment } from './forgotten-attachment.ts'

test.each([
  ['The plan is attached.', ''],
  ['See the attachment', ''],
  ['Please find enclosed what you asked for', ''],
  ['Die Rechnung finden Sie im Anhang.', ''],
  ['anbei die Liste', ''],
  ['Hello', 'Attachment'],
])('%j with the subject %j speaks of a file', (text, subject) => {
  expect(promisesAttachment(text, subject)).toBe(true)
})

test.each([
  ['Hello', 'Dinner'],
  ['> The plan is attached.\nThank you!', 'Re: plan'],
  ['I am detached and unattached', ''],
  ['Der Anhänger ist rot', ''],
])('%j with the subject %j does not', (text, subject) => {
  expect(promisesAttachment(text, subject)).toBe(false)
})
