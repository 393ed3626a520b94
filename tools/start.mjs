/**
 * `npm start`: from a fresh clone to a running server, and quickly to a running server ever after. It bounds the young
 * generation of the heap (`--max-semi-space-size`, which every Node.js has), which otherwise grows to 16 or 32 MiB and
 * stays there; what else is set of the engine is set while it runs (engine.mjs).
 */
import { requireNode } from './node-version.mjs'

requireNode()
// Not awaited at the top level: a Node.js that is too old could not read this file then, and would say nothing else.
Promise.all([import('./ready.mjs'), import('./stop-with-parent.mjs')]).then(
  ([{ makeReady, runBuilt }, { stopWithParent }]) => {
    makeReady()
    if (process.env.npm_lifecycle_event) stopWithParent()
    return runBuilt(['serve', ...process.argv.slice(2)])
  },
)
