/**
 * Compiles `messages` into `compiled`: one module for each section and language, loaders for the client, and one module with
 * every language of the sections that the server says. Every command that reads the modules calls this first; it does nothing
 * while the messages are as they were. `english: 'pseudo'` compiles into a folder of its own and puts the made-up language of
 * `pseudo.mjs` in the place of English.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  emitDirections,
  emitEveryLanguage,
  emitFormats,
  emitLoader,
  emitScreen,
  emitServerSections,
  screenModule,
} from './emit-doors.mjs'
import { emitSection } from './emit-section.mjs'
import { pseudoSection } from './pseudo.mjs'
import { languageList, readLanguages, readSections } from './read-messages.mjs'

export { pseudoLanguageOf, pseudoLanguages } from './pseudo.mjs'

const home = dirname(import.meta.dirname)
const sources = ['screens.json', 'server-sections.json', 'messages', 'compile'].map((source) =>
  join(home, source),
)

/** Returns whether anything was written. */
export function compileWords({
  english,
  out = join(home, english ? `compiled-${english}` : 'compiled'),
} = {}) {
  const digest = digestOfSources()
  const stamp = join(out, 'made-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return false
  const files = new Map([...emitAll(english), ['made-from', digest]])
  for (const [name, content] of files) write(join(out, name), content)
  removeOthers(out, files)
  return true
}

function emitAll(english) {
  const languages = readLanguages()
  const [originalLanguage] = languages
  const original = readSections(home, originalLanguage)
  const inEnglish = english ? mapValues(original, (section) => pseudoSection(section, english)) : original
  const files = new Map()
  for (const language of languages) {
    const translated = language === originalLanguage ? inEnglish : readSections(home, language)
    files.set(`${language}/formats.ts`, emitFormats(language))
    for (const [section, messages] of original)
      files.set(
        `${language}/${section}.ts`,
        emitSection({ language, section, messages: translated.get(section), original: messages }),
      )
  }
  for (const section of original.keys())
    files.set(`every-language/${section}.ts`, emitEveryLanguage(section, languages))
  for (const [screen, sections] of Object.entries(readList('screens.json'))) {
    files.set(`load/${screen}.ts`, emitLoader(screen, languages))
    for (const language of languages)
      files.set(`${language}/${screenModule(language, screen)}`, emitScreen(sections))
  }
  files.set('directions.ts', emitDirections(languages, english))
  files.set('server-sections.ts', emitServerSections(readList('server-sections.json'), languages))
  return files
}

const mapValues = (map, change) => new Map([...map].map(([key, value]) => [key, change(value)]))

const readList = (name) => JSON.parse(readFileSync(join(home, name), 'utf8'))

/** Under another name first: somebody else may read the modules meanwhile. The stamp comes last. */
function write(file, content) {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${randomUUID()}`
  writeFileSync(unfinished, content)
  renameSync(unfinished, file)
}

function removeOthers(out, files) {
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    const name = join(entry.parentPath, entry.name)
      .slice(out.length + 1)
      .replaceAll('\\', '/')
    if (entry.isFile() && name.endsWith('.ts') && !files.has(name)) rmSync(join(out, name), { force: true })
  }
}

function digestOfSources() {
  const hash = createHash('sha256')
  for (const file of [languageList, ...sources.flatMap(filesIn)])
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesIn(path) {
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
