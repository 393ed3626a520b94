import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The one list of languages. */
export const languageList = fileURLToPath(new URL('../../wire/src/languages.json', import.meta.url))

/** The languages in the order of their list, the original first: its messages decide keys and parameters. */
export function readLanguages() {
  return Object.keys(JSON.parse(readFileSync(languageList, 'utf8')))
}

/**
 * The sections of a language by file name: `messages/en/event-conflicts.json` → `event-conflicts`. A language that has
 * only been listed has none yet, and is said in the original's words.
 */
export function readSections(home, language) {
  const folder = join(home, 'messages', language)
  const files = existsSync(folder) ? readdirSync(folder) : []
  return new Map(
    files
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  )
}
