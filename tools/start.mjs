/**
 * `npm start`: from a fresh clone to a running server, and quickly to a running server ever after. It bounds the young
 * generation of the heap (`--max-semi-space-size`), which otherwise grows to 32 MiB and stays there.
 */
import { requireNode } from './node-version.mjs'

requireNode()
const { makeReady, runBuilt } = await import('./ready.mjs')
makeReady()
if (process.env.npm_lifecycle_event) stopWithParent()
await runBuilt(['serve', ...process.argv.slice(2)])

/**
 * npm passes a signal on to the shell between it and us, and some shells die of it without telling us. Then our
 * parent changes, which counts as the signal.
 */
function stopWithParent() {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  look.unref()
}
