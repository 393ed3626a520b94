// What a browser loads before the first mail is on the screen stays small (gzip), and so does what the first letter
// brings. Prints the sizes; exit 1 when one is over.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../packages/web/dist', import.meta.url))
const budgets = { js: 90_000, css: 14_000 }
const composerBudget = 95_000
const calendarBudget = 40_000

if (!existsSync(join(dist, 'index.html'))) {
  console.error('The web client is not built: node tools/build.mjs web')
  process.exit(1)
}

// The page names the entry and what it preloads; a static import of another file counts with it.
const page = readFileSync(join(dist, 'index.html'), 'utf8')
const first = new Set(
  [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name),
)
withImports(first)

/** The composer in a browser that has the first route. What it fetches beside (the cleaner of HTML) is not counted. */
const composer = new Set(
  readdirSync(join(dist, 'assets')).flatMap((name) =>
    /^compose-.*\.js$/.test(name) ? [`assets/${name}`] : [],
  ),
)
withImports(composer)

/** The calendar in a browser that has the first route, without what comes when it is asked for: the form of an event. */
const calendar = new Set(
  readdirSync(join(dist, 'assets')).flatMap((name) =>
    /^calendar-.*\.js$/.test(name) ? [`assets/${name}`] : [],
  ),
)
withImports(calendar)

/**
 * Adds what these files import statically, what that imports, and the messages that they wait for, in the language that
 * texts are written in.
 */
function withImports(names) {
  for (const name of names) {
    if (!name.endsWith('.js')) continue
    const code = readFileSync(join(dist, name), 'utf8')
    const imports = code.matchAll(/(?:^|[;}])(?:import|export)[^;("']*?["']\.\/([^"']+\.js)["']/g)
    const messages = code.matchAll(/import\([`"']\.\/(words-en-[^`"']+\.js)[`"']\)/g)
    for (const [, imported] of [...imports, ...messages]) names.add(`assets/${imported}`)
  }
}

let isOver = false
for (const [type, budget] of Object.entries(budgets))
  judge(
    `first route ${type}`,
    [...first].filter((name) => name.endsWith(`.${type}`)),
    budget,
  )
judge(
  'composer js',
  [...composer].filter((name) => !first.has(name)),
  composerBudget,
)

judge(
  'calendar js',
  [...calendar].filter((name) => !first.has(name)),
  calendarBudget,
)

function judge(what, files, budget) {
  const bytes = files.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(dist, name)), { level: 9 }).length,
    0,
  )
  // Nothing found is not nothing loaded.
  const isWrong = files.length === 0 || bytes > budget
  isOver ||= isWrong
  const line = `${what}: ${(bytes / 1000).toFixed(1)} KB of ${budget / 1000} KB (${files.length} files)`
  if (isWrong) console.error(line)
  else console.log(line)
}
process.exit(isOver ? 1 : 0)
