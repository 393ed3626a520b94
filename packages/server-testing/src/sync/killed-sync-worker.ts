import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { workspaceAliases } from '../../../../tools/workspaces.mjs'
import type { AccessTokens } from '../../../server/src/providers/contract/grant.ts'
import type { KilledSync, Question, Reply } from './killed-sync.ts'

/** The one process that works for an account, until it is killed and another takes its place. */
export interface KilledWorker extends AsyncDisposable {
  /** Ends it as a power cut would, and starts the next. */
  kill(): Promise<void>
}

export async function startKilledWorker(
  program: string,
  what: KilledSync,
  needs: { tokens: AccessTokens; passes(cost: number): Promise<void> },
): Promise<KilledWorker> {
  let child = await start()
  async function start(): Promise<ChildProcess> {
    const started = fork(program, [JSON.stringify(what)])
    started.on('message', (question: Question) => void answer(started, question))
    const ended = once(started, 'exit').then(() => Promise.reject(new Error('The worker did not start')))
    await Promise.race([once(started, 'message'), ended])
    ended.catch(() => {}) // by being killed
    return started
  }
  async function answer(to: ChildProcess, question: Question): Promise<void> {
    // Trouble is armed for the provider's token endpoint too: the worker is to hear of it, as it would of its own.
    const text = await asked(question).catch(() => undefined)
    // It may have been killed since it asked.
    if (to.connected) to.send({ id: question.id, text } satisfies Reply, () => {})
  }
  async function asked(question: Question): Promise<string> {
    if (!('cost' in question)) return needs.tokens(question.token)
    await needs.passes(question.cost)
    return ''
  }
  const end = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    kill: async () => {
      await end()
      child = await start()
    },
    [Symbol.asyncDispose]: end,
  }
}

/** Makes the program of a worker, of that module beside this one; `remove` when the tests are over. */
export async function buildKilledSync(
  module = 'killed-sync.ts',
): Promise<{ program: string; remove(): Promise<void> }> {
  // Within the checkout, so that the bundle finds what it leaves out, and where no build cleans up.
  const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))
  const folder = await mkdtemp(join(modules, '.killed-sync-'))
  const program = join(folder, 'sync.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL(module, import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // The workspace's own package is no built one.
    alias: workspaceAliases(),
  })
  return { program, remove: () => rm(folder, { recursive: true }) }
}
