/**
 * `npm run bench [-- NAME…] [--messages N] [--data FOLDER] [--only TEXT]`: runs the benches of bench/ against the built
 * server, prints one table and writes it as JSON to bench/results/. `--data` keeps the imported mailbox for the next
 * run. Benches that take minutes run only by their names. `--only`, once or more, measures what has the text in its name, of benches of one thing after the other.
 * Ends with 1 when a budget is missed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { requireNode } from './node-version.mjs'
import { workspaceAliases } from './workspaces.mjs'

requireNode()
const { makeReady, root } = await import('./ready.mjs')
makeReady()
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: 'string', default: '20000' },
    data: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
  },
})
const { benches, close, isWithin, short } = await bundled()
const unknown = positionals.filter((name) => benches.every((bench) => bench.name !== name))
if (unknown.length > 0) {
  console.error(
    `There is no bench ${unknown.join(', ')}; there are ${benches.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

const rows = []
let reportedAt = 0
try {
  for (const bench of benches) {
    if (positionals.length > 0 ? !positionals.includes(bench.name) : bench.isLong) continue
    const stage = {
      root,
      messages: Number(values.messages),
      dataFolder: values.data && resolve(values.data),
      only: values.only,
      say: (text) => report(`${bench.name}: ${text}`),
    }
    for (const row of await bench.run(stage)) rows.push({ bench: bench.name, ...row })
  }
} finally {
  report('')
  close()
}
print(rows)
save(rows)
process.exit(rows.every(isWithin) ? 0 : 1)

/** Node 20 does not read TypeScript. The bundle lies inside the checkout, so that it finds the installed packages. */
async function bundled() {
  const { build } = await import('esbuild')
  const folder = mkdtempSync(join(root, 'node_modules', '.bench-'))
  const outfile = join(folder, 'benches.mjs')
  try {
    await build({
      entryPoints: [join(root, 'bench/benches.ts')],
      bundle: true,
      platform: 'node',
      target: 'node20.19',
      format: 'esm',
      packages: 'external',
      alias: workspaceAliases(),
      outfile,
      logLevel: 'warning',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One line that the next one replaces; in a file, a line a minute, so that a bench of an hour is seen to go on. */
function report(text) {
  if (process.stderr.isTTY) return void process.stderr.write(`\r\x1b[K${text}`)
  if (text === '' || performance.now() - reportedAt < 60_000) return
  reportedAt = performance.now()
  process.stderr.write(`${text}\n`)
}

function print(measured) {
  const lines = measured.map((row) => [
    row.bench,
    row.what,
    `${short(row.value)} ${row.unit}`,
    budgetText(row),
    row.budget ? (isWithin(row) ? 'ok' : 'MISSED') : '',
    row.note ?? '',
  ])
  const table = [['bench', 'what', 'measured', 'budget', '', ''], ...lines]
  const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)))
  for (const line of table) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
  }
}

function budgetText({ budget }) {
  if (!budget) return ''
  return 'atMost' in budget ? `≤ ${budget.atMost}` : `≥ ${budget.atLeast}`
}

function save(measured) {
  const folder = join(root, 'bench/results')
  mkdirSync(folder, { recursive: true })
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
  const at = new Date().toISOString()
  const file = join(folder, `${at.replace(/[:.]/g, '-')}.json`)
  writeFileSync(
    file,
    `${JSON.stringify({ at, machine, messages: Number(values.messages), rows: measured }, null, 2)}\n`,
  )
  console.log(`\nAs JSON: ${file}`)
}
