import { readdirSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { german } from './de/index.ts'

const english: Record<string, unknown> = Object.fromEntries(
  await Promise.all(
    readdirSync(new URL('./en', import.meta.url)).map(async (file) => {
      const name = file.replace(/\.ts$/, '')
      const area = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
      const catalogue = (await import(`./en/${name}.ts`)) as Record<string, unknown>
      return [area, catalogue[area]] as const
    }),
  ),
)

/** Every sentence by its path; those made of numbers and names are made of some. */
function said(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function')
    return [2, 1, 0].map((n) => [`${path}(${String(n)})`, String(value(n, n + 3, n + 5))])
  return Object.entries(value ?? {}).flatMap(([key, inner]) => said(inner, `${path}.${key}`))
}

/** What is the same word in both languages, or no word of either. */
const shared = new Set(
  [
    ['plMail', 'Google', 'Microsoft', 'TLS', 'STARTTLS', 'CalDAV', 'Webhooks', 'MB', 'GB', 'Spam'],
    ['Name', 'Server', 'Port', 'OK', 'Text', 'Status', 'Browser', 'System', 'Version', 'Details', 'Filter'],
    ['Label', 'Labels', 'PDF', 'JSON', 'HTML', 'vCard', 'Newsletter', 'Person', 'Alias', 'Import', 'Export'],
    ['Code', 'Link', 'Orange', 'Demo', 'Esc', 'Cloud', 'Global', 'China (21Vianet)'],
  ].flat(),
)
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
const isWord = (sentence: string): boolean => /\p{L}{2}/u.test(sentence)
/** Answers that only pass on what they were given. */
const echoes = new Set([
  'app.notUndone',
  'settings.accounts.repairFor',
  'meetings.inZone',
  'calendar.card.inZone',
  'notify.shown.inZone',
])
const nameOf = (path: string): string => path.replace(/\(\d\)$/, '')

test.each(['English', 'German'])(
  'in %s it is said of every deed what the server would not do',
  (language) => {
    const { app } = (language === 'German' ? german : english) as Pick<typeof german, 'app'>
    const refusals = verbs.map((verb) => app.refused(verb, null))
    expect(new Set(refusals).size).toBe(verbs.length)
    expect(refusals).not.toContain(app.refused('something else', null))
  },
)

describe('the German catalogues', () => {
  const [here, there] = [said(english, ''), said(german, '')].map(
    (sentences) => new Map(sentences.map(([path, sentence]) => [path.slice(1), sentence])),
  ) as [Map<string, string>, Map<string, string>]

  test('say everything that the English ones say, and nothing else', () => {
    expect([...there.keys()].sort()).toEqual([...here.keys()].sort())
    expect(here.size).toBeGreaterThan(400)
  })

  test('say nothing with no words where English has some', () => {
    const silent = [...here].filter(([path, sentence]) => isWord(sentence) && !isWord(there.get(path) ?? ''))
    expect(silent).toEqual([])
  })

  test('say nothing in English', () => {
    const untranslated = [...here].filter(
      ([path, sentence]) =>
        isWord(sentence) &&
        there.get(path) === sentence &&
        !shared.has(sentence) &&
        !echoes.has(nameOf(path)),
    )
    expect(untranslated).toEqual([])
  })

  test('speak to nobody as to a friend', () => {
    const familiar = [...there].filter(([, sentence]) =>
      /\b(du|dir|dich|dein|deine|deinen|deinem)\b/i.test(sentence),
    )
    expect(familiar).toEqual([])
  })
})

test('plurals and units follow the language, digits the locale', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'de' })
  vi.resetModules()
  try {
    const { size, span, words, writeNumbersAs, peopleLine } = await import('./index.ts')
    writeNumbersAs('de-CH')
    expect([size(532), size(2_340_000), span(60_000 * 3), span(100)]).toEqual([
      '532 Bytes',
      '2.3 MB',
      '3 Minuten',
      'weniger als eine Sekunde',
    ])
    expect([words.list.total(1), words.list.total(0)]).toEqual(['1 Unterhaltung', '0 Unterhaltungen'])
    expect(peopleLine([{ name: 'X', email: 'me@example.org' }], new Set(['me@example.org']))).toBe('Ich')
  } finally {
    vi.unstubAllGlobals()
    vi.resetModules()
  }
})
