/**
 * `npm run demo`: plMail with two emulated mailboxes, one at Google and one at Microsoft, on this machine only. Every
 * start begins anew, in a folder of its own: the mailboxes are made up again, with dates that count from now.
 */
import { join, resolve } from 'node:path'
import { requireNode } from './node-version.mjs'

requireNode()
const { makeReady, root } = await import('./ready.mjs')
const { stopWithParent } = await import('./stop-with-parent.mjs')
const { runDemo } = await import('./demo/run.mjs')

makeReady({ withEmulators: true })
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stop.abort())
if (process.env.npm_lifecycle_event) stopWithParent()

process.exit(
  await runDemo({
    root,
    dataDirectory: join(resolve(root, process.env.APP_DATA_DIR?.trim() || 'var'), 'demo'),
    port: Number(process.env.PORT?.trim() || 8080),
    stop: stop.signal,
    print: (line) => console.log(line),
    warn: (line) => console.error(line),
  }),
)
