import { measureImport } from './stage/jmap-import.ts'
import { operations, prepare } from './stage/operations.ts'
import { administrator, imported } from './stage/imported.ts'
import { measure } from './stage/measure.ts'
import { memoryOf } from './stage/processes.ts'
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
      }
      client.close()
      return [
        ...rows,
        {
          what: 'memory after all of it',
          value: memoryOf(program.pids()),
          unit: 'MiB',
          budget: { atMost: 300 },
        },
      ]
    } finally {
      await program.stop()
    }
  },
}
