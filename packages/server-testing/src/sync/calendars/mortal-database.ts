import type { Database, Sql, Tx } from '../../../../server/src/store/index.ts'

/** A database whose user can be made to die at any statement. */
export interface MortalDatabase {
  database: Database
  /** Dies at the statement after that many, or once a transaction is committed and nobody has heard of it yet. */
  dieAfter(statements: number): void
  /** Another takes the place of who has died, or was about to. */
  replace(): void
}

/** `die` ends it; nothing that it says afterwards arrives. What it was in the middle of is rolled back. */
export function mortalDatabase(database: Database, die: () => never): MortalDatabase {
  let left = Infinity
  let isDead = false
  const step = () => {
    isDead ||= left-- <= 0
    if (isDead) die()
  }
  const over = ({ query, prepared }: Sql): Sql => ({
    query: <Row>(text: string, values?: readonly unknown[]) =>
      unheard(async () => (step(), query<Row>(text, values))),
    prepared: <Row>(name: string, text: string, values?: readonly unknown[]) =>
      unheard(async () => (step(), prepared<Row>(name, text, values))),
  })
  const within = (tx: Tx): Tx => ({
    ...tx,
    ...over(tx),
    send: (name, text, values) => {
      step()
      tx.send(name, text, values)
    },
  })
  return {
    database: {
      ...database,
      ...over(database),
      transaction: async (work) => {
        const result = await database.transaction((tx) => work(within(tx)))
        step()
        return result
      },
    },
    dieAfter: (statements) => void (left = statements),
    replace: () => {
      left = Infinity
      isDead = false
    },
  }
}

/** Of statements that went out together, only the first failure is waited for. */
function unheard<T>(work: () => Promise<T>): Promise<T> {
  const answer = work()
  answer.catch(() => {})
  return answer
}
