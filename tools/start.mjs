/**
 * `npm start`: from a fresh clone to a running server, and quickly to a running server ever after. It bounds the young
 * generation of the heap (`--max-semi-space-size`), which otherwise grows to 32 MiB and stays there, and has the old one
 * collected once it is half as large again (`--heap-growing-percent`) instead of up to four times as large. Code
 * is compiled for speed after a third of the work that Node.js 20 waits for (`--interrupt-budget`): a server of few
 * users has few calls, and half of what these cost is code that is not compiled yet.
 */
import { requireNode } from './node-version.mjs'

requireNode()
const { makeReady, runBuilt } = await import('./ready.mjs')
const { stopWithParent } = await import('./stop-with-parent.mjs')
makeReady()
if (process.env.npm_lifecycle_event) stopWithParent()
await runBuilt(['serve', ...process.argv.slice(2)])
