import { languages } from '@plmail/wire'
import { describe, expect, test, vi } from 'vitest'

/** As `MailActions` does them (commands/mail-actions.ts). */
const verbs = [
  'archive',
  'trash',
  'destroy',
  'move',
  'star',
  'unstar',
  'mark-read',
  'mark-unread',
  'snooze',
  'unsnooze',
  'remind',
  'label',
  'unlabel',
  'categorise',
  'mute',
  'unmute',
]

/** What the room of words says when this is the language of the browser. */
async function wordsIn(language: string) {
  vi.stubGlobal('localStorage', { getItem: () => language })
  vi.resetModules()
  const loading = Promise.all([import('./index.ts'), import('./refusals.ts')])
  const [words, { changeRefused }] = await loading.finally(() => vi.unstubAllGlobals())
  return { ...words, changeRefused }
}

describe.each([...languages])('in %s', (language) => {
  test('a refusal of every deed says which it was', async () => {
    const { changeRefused } = await wordsIn(language)
    const refusals = verbs.map((verb) => changeRefused(verb, null))
    expect(new Set(refusals).size).toBe(verbs.length)
    expect(refusals).not.toContain(changeRefused('something else', null))
  })
})

test('plurals and units follow the language, digits the locale', async () => {
  const { size, span, words, writeNumbersAs, peopleLine } = await wordsIn('de')
  writeNumbersAs('de-CH')
  expect([size(532), size(2_340_000), span(60_000 * 3), span(100)]).toEqual([
    '532 Bytes',
    '2.3 MB',
    '3 Minuten',
    'weniger als eine Sekunde',
  ])
  expect([words.list.total({ count: 1 }), words.list.total({ count: 12_480 })]).toEqual([
    '1 Unterhaltung',
    expect.stringMatching(/^12.480 Unterhaltungen$/),
  ])
  expect(peopleLine([{ name: 'X', email: 'me@example.org' }], new Set(['me@example.org']))).toBe('Ich')
})
