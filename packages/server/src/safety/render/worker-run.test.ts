import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workspaceAliases } from '../../../../../tools/workspaces.mjs'
import { systemClock } from '../../kit/clock.ts'
import { systemRandom } from '../../kit/random.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import type { RenderInput } from './rendering.ts'
import { inWorker } from './worker-run.ts'

let folder: string
let renderer: Renderer

beforeAll(async () => {
  // inside node_modules, so that the built file finds its packages as the one in dist does
  const caches = fileURLToPath(new URL('../../../../../node_modules/.cache/', import.meta.url))
  mkdirSync(caches, { recursive: true })
  folder = mkdtempSync(join(caches, 'render-'))
  const outfile = join(folder, 'render-worker.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('./render-worker.ts', import.meta.url))],
    outfile,
    bundle: true,
    packages: 'external',
    alias: workspaceAliases(),
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  const run = inWorker({ file: pathToFileURL(outfile) })
  renderer = createRenderer({ clock: systemClock, random: systemRandom, imageKey: 'k', run })
})

afterAll(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true, force: true })
})

function input(html: string, text?: string): RenderInput {
  return {
    html,
    text: text === undefined ? null : { content: text, isFlowed: false, isDelSp: false },
    inlineImages: {},
    images: 'blocked',
    theme: 'light',
    origin: 'https://mail.example',
  }
}

/** Every paragraph reopens every font before it, in any parser that follows the standard: 200 million elements. */
const endless = Array.from({ length: 20_000 }, (_, at) => `<p><font color=${at}>`).join('') + 'words'

test('bodies asked for together are drawn one after the other, each for its asker', async () => {
  const bodies = await Promise.all(
    ['one', 'two', 'three'].map((word) => renderer.message_render(input(`<p>${word}</p>`))),
  )
  expect(bodies.map(({ srcdoc }) => /<p>(\w+)<\/p>/.exec(srcdoc)?.[1])).toEqual(['one', 'two', 'three'])
})

test('a thread without a body for a while ends, and the next body gets another', async () => {
  const file = join(folder, 'tells-its-thread.mjs')
  writeFileSync(
    file,
    `import { parentPort, threadId } from 'node:worker_threads'
     parentPort.on('message', () => parentPort.postMessage(threadId))
     parentPort.postMessage('ready')`,
  )
  const run = inWorker({ file: pathToFileURL(file), idleMs: 300 })
  const thread = () => run.draw({ kind: 'any' } as never)
  const [first, second] = [await thread(), await thread()]
  expect(second).toEqual(first)
  await expect.poll(thread, { interval: 900 }).not.toEqual(first)
  await run.close()
})

test('a body that takes too long shows its text part, and the next one is not affected', async () => {
  const [stuck, next] = await Promise.all([
    renderer.message_render(input(endless, 'the text part')),
    renderer.message_render(input('<p>next</p>')),
  ])
  expect(stuck).toMatchObject({ isPlainText: true, blockedImages: 0 })
  expect(stuck.srcdoc).toContain('the text part')
  expect(next.srcdoc).toContain('<p>next</p>')
})

test('without a text part it shows the bare words, escaped', async () => {
  const html = `<style>p{}</style><script>alert(1)</script>Dear&nbsp;&lt;you&gt; &amp; all<br>hello${endless}`
  const { srcdoc, isPlainText } = await renderer.message_render(input(html))
  expect(isPlainText).toBe(true)
  expect(srcdoc).toContain('Dear &lt;you&gt; &amp; all\nhellowords')
  expect(srcdoc).not.toContain('alert(1)')
})

test.each([
  ['75 KB of nested formatting', '<b><i><u><font>'.repeat(5_000)],
  ['2 MB of nested elements', '<div>'.repeat(400_000)],
  ['2 MB of table rows', '<table><tr><td>x'.repeat(130_000)],
  ['2 MB of comments', '<!--'.repeat(500_000)],
  ['2 MB of attributes', `<p ${'a=b '.repeat(500_000)}>`],
  ['2 MB of styles', `<style>${'p{color:red}'.repeat(170_000)}</style>x`],
])('%s end within the budget', async (_name, html) => {
  const started = performance.now()
  await renderer.message_render(input(html))
  expect(performance.now() - started).toBeLessThan(15_000)
})
