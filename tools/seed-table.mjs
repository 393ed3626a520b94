// Makes a table in Markdown of what convergence runs wrote down: node tools/seed-table.mjs FILE [FILE…]
import { readFileSync } from 'node:fs'

const runs = process.argv.slice(2).flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line)),
)
const groups = grouped(runs, (run) => `${run.suite}, ${run.side}`)

console.log('| what | seeds | sound | not sound | seconds: median, longest | drawn |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const [name, group] of groups) {
  // A seed that ran again counts by its last run.
  const last = [...new Map(group.map((run) => [run.seed, run])).values()].sort((a, b) => a.seed - b.seed)
  const bad = last.filter((run) => !run.isSound).map((run) => run.seed)
  const seconds = last.map((run) => run.milliseconds / 1000).sort((a, b) => a - b)
  const columns = [
    name,
    ranges(last.map((run) => run.seed)),
    last.length - bad.length,
    bad.length === 0 ? 'none' : bad.join(', '),
    `${seconds[Math.floor(seconds.length / 2)].toFixed(1)}, ${seconds.at(-1).toFixed(1)}`,
    drawnIn(last),
  ]
  console.log(`| ${columns.join(' | ')} |`)
}

function drawnIn(group) {
  const sums = {}
  for (const { drawn } of group)
    for (const [kind, count] of Object.entries(drawn)) sums[kind] = (sums[kind] ?? 0) + count
  return Object.entries(sums)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ')
}

function ranges(seeds) {
  const parts = []
  for (const seed of seeds) {
    const range = parts.at(-1)
    if (range && range[1] === seed - 1) range[1] = seed
    else parts.push([seed, seed])
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}

function grouped(items, keyOf) {
  const groupByKey = new Map()
  for (const item of items) groupByKey.set(keyOf(item), [...(groupByKey.get(keyOf(item)) ?? []), item])
  return groupByKey
}
