import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

test.each([
  ['notes.txt', `attachment; filename="notes.txt"; filename*=UTF-8''notes.txt`],
  ['a "b" \\.txt', `attachment; filename="a \\"b\\" \\\\.txt"; filename*=UTF-8''a%20%22b%22%20%5C.txt`],
  [`it's (1)*.txt`, `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ['100%.txt', `attachment; filename*=UTF-8''100%25.txt`],
  ['Grüße.txt', `attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt`],
  ['half\ud800.txt', `attachment; filename*=UTF-8''half%EF%BF%BD.txt`],
  // RIGHT-TO-LEFT OVERRIDE, an isolate, a zero width space and a line end.
  ['photo\u202egnp.exe', `attachment; filename="photognp.exe"; filename*=UTF-8''photognp.exe`],
  ['a\u2066b\u2069\u200b\r\nc.txt', `attachment; filename="abc.txt"; filename*=UTF-8''abc.txt`],
])('%j is named plainly beside the extended form where it is plain, and never misleads', (name, header) => {
  expect(contentDisposition('attachment', name)).toBe(header)
})
