// What a page of docs says of tests: `file.test.ts`: "a title", "another"; `other.test.ts`: all. Paths without a first
// folder are below packages/server/src. A title is one of the file's, or that of a describe and one of its own after it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns a sentence for each test that the table rows of a page name and that is not there. */
export function missingNamedTests(page) {
  const rows = readFileSync(page, 'utf8').split('\n').filter(isRow)
  return rows.flatMap((row) => namedTests(row).flatMap((named) => missing(page, named)))
}

const isRow = (line) => line.startsWith('|')

/** The files that a row names, each with the titles between it and the next. */
function namedTests(row) {
  const parts = row.split(/`([\w./-]+\.test\.ts)`/)
  return parts.flatMap((file, index) =>
    index % 2 === 0 ? [] : [{ file, titles: titlesIn(parts[index + 1] ?? '') }],
  )
}

/** What is quoted right behind the file: `: "…", "…"`. Anything else that is quoted is no title. */
function titlesIn(text) {
  const list = /^: ((?:"[^"]+"(?:, | and )?)+)/.exec(text)?.[1] ?? ''
  return [...list.matchAll(/"([^"]+)"/g)].map(([, title]) => title)
}

function missing(page, { file, titles }) {
  const place = [file, join('packages/server/src', file)].find((path) => existsSync(path))
  if (place === undefined) return [`${page}: there is no ${file}`]
  const written = quotedTexts(readFileSync(place, 'utf8'))
  return titles
    .filter((title) => !isWritten(written, title))
    .map((title) => `${page}: ${place} has no test "${title}"`)
}

/** Every text in quotes of a source, as a title would be written there. */
const quotedTexts = (source) =>
  new Set(
    [...source.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`/g)].map(([, ...texts]) => texts.find(Boolean)),
  )

const isWritten = (written, title) =>
  written.has(title) ||
  [...title.matchAll(/ (?:› )?/g)].some(
    ({ 0: gap, index }) => written.has(title.slice(0, index)) && written.has(title.slice(index + gap.length)),
  )
