import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const checkout = join(import.meta.dirname, '../../../..')

/** The built program in a folder of its own, run as processes of their own. */
export interface Program {
  home: string
  /** Runs a command to its end, with `input` on standard input. */
  command(args: readonly string[], variables?: Variables, input?: string): Promise<Ended>
  /** Starts `plmail serve` and answers once it says that it is ready. */
  serve(variables?: Variables, args?: readonly string[]): Promise<Serving>
  remove(): void
}

export type Variables = Readonly<Record<string, string>>

export interface Ended {
  code: number | null
  output: string
  errors: string
}

export interface Serving {
  address: string
  process: ChildProcess
  ended: Promise<Ended>
}

export function buildProgram(): Program {
  const home = mkdtempSync(join(tmpdir(), 'plmail-program-'))
  execFileSync('chmod', ['755', home])
  execFileSync(process.execPath, [join(checkout, 'tools/build.mjs'), 'server', join(home, 'dist')])
  symlinkSync(join(checkout, 'node_modules'), join(home, 'node_modules'))
  writeFileSync(join(home, 'package.json'), '{ "type": "module", "version": "1.2.3" }')
  mkdirSync(join(home, 'packages/web/dist/assets'), { recursive: true })
  writeFileSync(join(home, 'packages/web/dist/index.html'), '<!doctype html><title>client</title>')
  const starter = `import { run } from './dist/plmail.js'
process.exit(await run({ args: process.argv.slice(2), home: import.meta.dirname }))`
  writeFileSync(join(home, 'plmail.js'), starter)

  const spawnProgram = (args: readonly string[], variables: Variables) =>
    spawn(process.execPath, [join(home, 'plmail.js'), ...args], {
      env: { PATH: process.env['PATH'], HOME: home, PORT: '0', LOG_LEVEL: 'error', ...variables },
    })
  return {
    home,
    command: (args, variables = {}, input = '') => {
      const child = spawnProgram(args, variables)
      child.stdin.end(input)
      return waitForEnd(child)
    },
    serve: async (variables = {}, args = []) => {
      const child = spawnProgram(['serve', ...args], variables)
      const whenEnded = waitForEnd(child)
      const address = await Promise.race([readyAddress(child), whenEnded.then(failedToStart)])
      return { address, process: child, ended: whenEnded }
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

function waitForEnd(child: ChildProcess): Promise<Ended> {
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output, errors })))
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let seen = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      const address = /ready at (http:\S+)\/\n/.exec(seen)?.[1]
      if (address) resolve(address)
    })
  })
}

function failedToStart({ code, output, errors }: Ended): never {
  throw new Error(`the server ended with ${code}: ${output}${errors}`)
}
