import { readFileSync, readdirSync } from 'node:fs'
import { languages, originalLanguage } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { emitMessage } from '../compile/emit-message.mjs'

const messages = new URL('../messages/', import.meta.url)

/** Every message of a language by its path. */
function getMessages(language: string): Map<string, string> {
  const folder = new URL(`${language}/`, messages)
  return new Map(
    readdirSync(folder).flatMap((file) => {
      const section: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
      return leaves(section, file.replace('.json', ''))
    }),
  )
}

function leaves(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
}

const original = getMessages(originalLanguage)
const getParameters = (message: string): string[] => [...emitMessage(message).parameters.keys()].sort()
/** A message without its parameters: what is left is said in the language itself. */
const sayings = (message: string): string => message.replace(/\{\w+(, number)?\}/g, '')
const hasWords = (message: string): boolean => /\p{L}{2}/u.test(sayings(message))

/** What is the same word in both languages, or no word of either. */
const shared = new Set(
  [
    ['plMail', 'Google', 'Microsoft', 'TLS', 'STARTTLS', 'CalDAV', 'Webhooks', 'MB', 'GB', 'Spam'],
    ['Name', 'Server', 'Port', 'OK', 'Text', 'Status', 'Browser', 'System', 'Version', 'Details', 'Filter'],
    ['Label', 'Labels', 'PDF', 'JSON', 'HTML', 'vCard', 'Newsletter', 'Person', 'Alias', 'Import', 'Export'],
    ['Cc', 'Bcc', 'Offline', 'Code', 'Link', 'Orange', 'Demo', 'Esc', 'Domains', 'Discovery'],
    ['Administrator', 'Passkey', 'Passkeys', 'Anthropic'],
    ['HOST', 'NAME', 'PORT', 'URL', 'ZONE'],
    ['Cloud', 'Global', 'China (21Vianet)', '({time} in {zone})'],
  ].flat(),
)

test('the original says more than a thousand things', () => {
  expect(original.size).toBeGreaterThan(1_000)
})

test.each([...languages])('every message in %s reads as ICU MessageFormat', (language) => {
  const unreadable = [...getMessages(language)].filter(([, message]) => !canRead(message))
  expect(unreadable).toEqual([])
})

function canRead(message: string): boolean {
  try {
    emitMessage(message)
    return true
  } catch {
    return false
  }
}

describe.each(languages.filter((language) => language !== originalLanguage))(
  'the messages in %s',
  (language) => {
    const translated = getMessages(language)

    test('are those of the original, none more and none less', () => {
      expect([...translated.keys()].sort()).toEqual([...original.keys()].sort())
    })

    test('have the parameters of the original', () => {
      const differing = [...original].filter(
        ([path, message]) =>
          getParameters(message).join() !== getParameters(translated.get(path) ?? '').join(),
      )
      expect(differing).toEqual([])
    })

    test('say something wherever the original does', () => {
      const silent = [...original].filter(
        ([path, message]) => hasWords(message) && !hasWords(translated.get(path) ?? ''),
      )
      expect(silent).toEqual([])
    })

    test('say nothing in the words of the original', () => {
      const untranslated = [...original].filter(
        ([path, message]) => hasWords(message) && translated.get(path) === message && !shared.has(message),
      )
      expect(untranslated).toEqual([])
    })
  },
)

test('German addresses nobody as du', () => {
  const familiar = [...getMessages('de')].filter(([, message]) =>
    /\b(du|dir|dich|deine?[mnrs]?)\b/i.test(message),
  )
  expect(familiar).toEqual([])
})
