import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administrator } from './imported.ts'
import { runCommand, startProgram } from './program.ts'
import type { Stage } from './rows.ts'

/** Runs the work beside a server that has been set up in a fresh folder, for its database: no worker is running. */
export async function onDatabase<T>(
  { root }: Pick<Stage, 'root'>,
  work: (dataFolder: string) => Promise<T>,
): Promise<T> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'plmail-bench-'))
  chmodSync(dataFolder, 0o755) // the database runs as another user when we are root
  const place = { root, dataFolder }
  const { email, password } = administrator
  try {
    await runCommand(place, ['app:setup', '--email', email, '--name', 'Ada', '--password', password])
    const program = await startProgram(place, 'web')
    try {
      return await work(dataFolder)
    } finally {
      await program.stop()
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
