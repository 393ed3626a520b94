// What a browser loads before the first mail is on the screen stays small (gzip). Prints the sizes; exit 1 when one is over.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../packages/web/dist', import.meta.url))
const budgets = { js: 90_000, css: 14_000 }

if (!existsSync(join(dist, 'index.html'))) {
  console.error('The web client is not built: node tools/build.mjs web')
  process.exit(1)
}

// The page names the entry and what it preloads; a static import of another file counts with it.
const page = readFileSync(join(dist, 'index.html'), 'utf8')
const first = new Set(
  [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name),
)
for (const name of first) {
  if (!name.endsWith('.js')) continue
  const code = readFileSync(join(dist, name), 'utf8')
  for (const [, imported] of code.matchAll(/(?:^|[;}])(?:import|export)[^;("']*?["']\.\/([^"']+\.js)["']/g))
    first.add(`assets/${imported}`)
}

let isOver = false
for (const [type, budget] of Object.entries(budgets)) {
  const files = [...first].filter((name) => name.endsWith(`.${type}`))
  const bytes = files.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(dist, name)), { level: 9 }).length,
    0,
  )
  // Nothing found is not nothing loaded.
  const isWrong = files.length === 0 || bytes > budget
  isOver ||= isWrong
  const line = `first route ${type}: ${(bytes / 1000).toFixed(1)} KB of ${budget / 1000} KB (${files.length} files)`
  if (isWrong) console.error(line)
  else console.log(line)
}
process.exit(isOver ? 1 : 0)
