import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A model server that others wrote after the published interfaces, in a process of its own. */
export interface ForeignModels extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without slash. */
  address: string
}

/** One answer: the text for a question that has these words, or an error in its place. */
export interface ForeignAnswer {
  match: { userMessage: string }
  response: { content: string } | { error: { message: string; type: string }; status: number }
  truncateAfterChunks?: number
}

export async function startForeignModels(answers: readonly ForeignAnswer[]): Promise<ForeignModels> {
  const folder = await mkdtemp(join(tmpdir(), 'plmail-models-'))
  const file = join(folder, 'answers.json')
  await writeFile(file, JSON.stringify({ fixtures: answers }))
  const port = await freePort()
  const program = join(dirname(createRequire(import.meta.url).resolve('@copilotkit/aimock')), 'cli.js')
  const args = [
    '--port',
    String(port),
    '--fixtures',
    file,
    '--chunk-size',
    '7',
    '--latency',
    '30',
    '--strict',
  ]
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const address = `http://127.0.0.1:${port}`
  await untilReady(child, address)
  return {
    address,
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

/** Asks until somebody answers, whatever. */
async function untilReady(child: ChildProcess, address: string): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The model server ended: ${output}`)
    const isThere = await fetch(address).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
