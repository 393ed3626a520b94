import { expect, test } from 'vitest'
import { asDownload, recoverySheet } from './recovery-sheet.ts'

test('the codes are written one a line below what they are for', () => {
  expect(recoverySheet('For ada', ['aaaa-bbbb', 'cccc-dddd'])).toBe('For ada\n\naaaa-bbbb\ncccc-dddd\n')
})

test('a download holds the text as it is, whatever is in it', async () => {
  const text = 'Wiederherstellungscodes für a&b#c%20@example.org\n\n1234\n'
  expect(await (await fetch(asDownload(text))).text()).toBe(text)
})
