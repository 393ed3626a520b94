import { join } from 'node:path'
import pg from 'pg'
import { measureImport } from './stage/jmap-import.ts'
import { operations, prepare } from './stage/operations.ts'
import { administrator, imported } from './stage/imported.ts'
import { measure } from './stage/measure.ts'
import { getMemory } from './stage/processes.ts'
import { startProgram } from './stage/program.ts'
import { type Bench, isAsked, type Row } from './stage/rows.ts'
import { signIn } from './stage/session.ts'

/**
 * What each thing a client asks for costs on a full mailbox. The server runs without its workers, so that nothing but
 * the calls is counted.
 */
export const jmap: Bench = {
  name: 'jmap',
  run: async (stage) => {
    const { dataFolder } = await imported(stage)
    const program = await startProgram({ root: stage.root, dataFolder }, 'web')
    try {
      const session = await signIn(program.address, administrator.email, administrator.password)
      const client = await session.jmap()
      const subject = await prepare(client)
      const rows: Row[] = []
      for (const operation of operations(subject).filter(({ what }) => isAsked(stage, what))) {
        stage.say(operation.what)
        // Tokens last a quarter of an hour.
        rows.push(await measure(operation, await session.jmap(), program.pids()))
      }
      if (isAsked(stage, 'import over JMAP')) {
        stage.say('import over JMAP')
        rows.push(await measureImport(await session.jmap(), subject, program.pids()))
        await forgetRemoved(dataFolder).catch((error: unknown) =>
          stage.say(`what the import left behind stays: ${String(error)}`),
        )
      }
      client.close()
      return [
        ...rows,
        {
          what: 'memory after all of it',
          value: getMemory(program.pids()),
          unit: 'MiB',
          budget: { atMost: 300 },
        },
      ]
    } finally {
      await program.stop()
    }
  },
}

/**
 * What the import left behind would wait for jobs, which do not run here, and every search of a later run on the same
 * folder would look at it: 0.2 ms. Below a long path the database listens elsewhere, and it stays.
 */
async function forgetRemoved(dataFolder: string): Promise<void> {
  const host = join(dataFolder, 'postgres.work')
  const client = new pg.Client({ host, user: 'plmail', database: 'plmail' })
  await client.connect()
  try {
    await client.query('delete from message where removed_at is not null')
  } finally {
    await client.end()
  }
}
