import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../packages/server-testing/src/servers/free-port.ts'
import { type Bench, percentile, short, type Stage } from './stage/rows.ts'

/** From typing `npm start` in a built checkout until the health check answers. */
export const start: Bench = {
  name: 'start',
  run: async (stage) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'plmail-bench-'))
    chmodSync(dataFolder, 0o755) // the database runs as another user when we are root
    try {
      const first = await startOnce(stage, dataFolder)
      const again: number[] = []
      for (let count = 0; count < 5; count++) again.push(await startOnce(stage, dataFolder))
      const note = `slowest of 5 ${short(Math.max(...again))}`
      const budget = { atMost: 3 }
      return [
        { what: 'npm start, new data directory', value: first, unit: 's', note: 'makes the database' },
        { what: 'npm start, built', value: percentile(again, 0.5), unit: 's', budget, note },
      ]
    } finally {
      rmSync(dataFolder, { recursive: true, force: true })
    }
  },
}

async function startOnce({ root }: Stage, dataFolder: string): Promise<number> {
  const port = await freePort()
  const { PATH, HOME } = process.env
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH, HOME, APP_DATA_DIR: dataFolder, PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    while (!(await isHealthy(port))) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return (performance.now() - began) / 1000
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function isHealthy(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  return answer?.status === 200
}
