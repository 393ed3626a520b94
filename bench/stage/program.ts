import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Program {
  /** `http://127.0.0.1:PORT`, without slash. */
  address: string
  /** The server and its database: where to start looking for processes. */
  pids(): number[]
  /** The database alone; none before it has started. */
  database(): number[]
  stop(): Promise<void>
}

export interface Place {
  /** The checkout, built. */
  root: string
  dataFolder: string
  /** Environment on top of the usual. */
  variables?: Readonly<Record<string, string>>
}

/** Starts the built server as its users do, in a process of its own. */
export async function startProgram(place: Place, role: 'all' | 'web'): Promise<Program> {
  const child = plmail(place, ['serve', '--role', role])
  const address = await readyAddress(child)
  const database = () => [postmaster(place.dataFolder)].filter((pid) => pid !== undefined)
  return {
    address,
    pids: () => [...(child.pid === undefined ? [] : [child.pid]), ...database()],
    database,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs one console command to its end; throws with what it said unless it succeeded. */
export async function runCommand(place: Place, args: readonly string[]): Promise<string> {
  const child = plmail(place, args)
  const output = collectOutput(child)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`plmail ${args[0]} ended with ${code}: ${output()}`)
  return output()
}

function plmail({ root, dataFolder, variables = {} }: Place, args: readonly string[]): ChildProcess {
  // LC_ALL and the like stay out: what the machine happens to have set must not change the figures.
  const { PATH, HOME, NODE_OPTIONS } = process.env
  const settings = {
    APP_DATA_DIR: dataFolder,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    MAIL_ALLOWED_SERVERS: '127.0.0.1',
    ...variables,
  }
  // As `npm start` does it.
  return spawn(process.execPath, ['--max-semi-space-size=4', join(root, 'tools/plmail.mjs'), ...args], {
    cwd: root,
    env: { PATH, HOME, ...(NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS }), ...settings },
  })
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-8_000)))
  }
  return () => text
}

function readyAddress(child: ChildProcess): Promise<string> {
  const output = collectOutput(child)
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /ready at (http:\S+?)\/?\n/.exec(output())?.[1]
      if (address) resolve(address)
    })
    child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${output()}`)))
  })
}

/** The first line of postmaster.pid (PostgreSQL's storage file layout). */
function postmaster(dataFolder: string): number | undefined {
  const file = join(dataFolder, 'postgres/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}
