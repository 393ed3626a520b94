// A part of a page that a tool prints from the sources: it stands between two comments. With --write the page is brought
// up to date, without it a stale page is a fault.
import { readFileSync, writeFileSync } from 'node:fs'

/** Answers what is wrong: nothing, when the page is current or was just written. */
export function printedPart({ page, name, tool, text }) {
  const begin = `<!-- ${name}: printed by ${tool} --write -->`
  const end = `<!-- end of ${name} -->`
  const before = readFileSync(page, 'utf8')
  const [start, stop] = [before.indexOf(begin), before.indexOf(end)]
  if (start < 0 || stop < start) return [`${page} has no part between "${begin}" and "${end}"`]
  const after = `${before.slice(0, start + begin.length)}\n\n${text}\n\n${before.slice(stop)}`
  if (after === before) return []
  if (!process.argv.includes('--write')) return [`${page} is stale: node ${tool} --write`]
  writeFileSync(page, after)
  return []
}

/** A table as Prettier leaves it. */
export function markdownTable(head, rows) {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column].length)))
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
