import { fillCyrus, keptFolder } from './stage/cyrus-mailbox.ts'
import { type Cyrus, startCyrus } from './stage/cyrus-server.ts'
import { administrator, imported } from './stage/imported.ts'
import type { JmapClient } from './stage/jmap-client.ts'
import { type Alone, measureAlone, type Operation } from './stage/measure.ts'
import { operations, loadSubject, prepare } from './stage/operations.ts'
import { getMemory } from './stage/processes.ts'
import { type Program, startProgram } from './stage/program.ts'
import { agreement, bothKnow, memoryRow, ratioRows } from './stage/ratios.ts'
import { type Bench, isAsked, type Row, type Stage } from './stage/rows.ts'
import { type Session, signIn } from './stage/session.ts'

/**
 * The same mail and the same calls on this server and on Cyrus IMAP, one call after the other: what ours takes as a
 * share of what Cyrus takes. Each operation is measured on both before the next, so that both meet the same machine.
 */
export const cyrus: Bench = {
  name: 'cyrus',
  isLong: true,
  run: async (stage) => {
    const { dataFolder } = await imported(stage)
    const benchFolder =
      stage.dataFolder === undefined ? undefined : keptFolder(stage.dataFolder, stage.messages)
    const theirs = await startCyrus(benchFolder, stage.say)
    try {
      await fillCyrus(theirs, stage.messages, stage.say)
      const ours = await startProgram({ root: stage.root, dataFolder }, 'web')
      try {
        return await compare(stage, ours, theirs)
      } finally {
        await ours.stop()
      }
    } finally {
      await theirs.stop()
    }
  },
}

/** One of the two servers while it is measured. */
interface Side {
  connect(): Promise<JmapClient>
  operations: Operation[]
  /** Whose CPU counts. */
  pids(): number[]
  /** MiB now. */
  memory(): number
  /** MiB after each operation. */
  memories: number[]
}

async function compare(stage: Stage, ours: Program, theirs: Cyrus): Promise<Row[]> {
  const session = await signIn(ours.address, administrator.email, administrator.password)
  const own = await ownSide(ours, session)
  const foreign = await cyrusSide(theirs)
  const rows: Row[] = []
  for (const what of bothKnow().filter((name) => isAsked(stage, name))) {
    stage.say(what)
    const [ownTimes, ownAnswer] = await measured(own, what)
    const [otherTimes, otherAnswer] = await measured(foreign, what)
    rows.push(...ratioRows(what, ownTimes, otherTimes, agreement(ownAnswer, otherAnswer)))
  }
  return [...rows, memoryRow(own.memories, foreign.memories, getMemory(ours.database()))]
}

async function ownSide(program: Program, session: Session): Promise<Side> {
  const client = await session.jmap()
  const subject = await prepare(client)
  client.close()
  return {
    connect: () => session.jmap(), // its tokens last a quarter of an hour
    operations: operations(subject),
    pids: program.pids,
    memory: () => getMemory(program.pids()) - getMemory(program.database()),
    memories: [],
  }
}

async function cyrusSide(server: Cyrus): Promise<Side> {
  const client = server.connect()
  const subject = await loadSubject(client, server.accountId)
  client.close()
  return {
    connect: async () => server.connect(),
    operations: operations(subject),
    pids: server.answering,
    memory: () => getMemory(server.pids()),
    memories: [],
  }
}

/** With how many messages or threads were found, where the operation counts them. */
async function measured(side: Side, what: string): Promise<[Alone, number | undefined]> {
  const operation = side.operations.find((candidate) => candidate.what === what)
  if (!operation) throw new Error(`No operation is named ${what}`)
  const client = await side.connect()
  await operation.before?.(client)
  const matches = getTotal(await operation.run(client))
  const alone = await measureAlone(operation, client, side.pids())
  side.memories.push(side.memory())
  client.close()
  return [alone, matches]
}

function getTotal(answers: unknown): number | undefined {
  const [first] = answers as Array<[string, { total?: number }]>
  return first?.[1].total
}
