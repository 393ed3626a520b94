import type { NetworkNeeds, Purpose } from './types.ts'

export interface ByteCounts {
  bytesIn: number
  bytesOut: number
}

/** An open connection, as far as the ledger has to do with it. */
interface MeteredConnection {
  purpose: Purpose
  host: string
  counts(): ByteCounts
  end(): void
}

/** Bytes of open connections, written down while they are open: a mail server may be listened to for days. */
export interface Meters {
  /** Returns what is called at the end of the connection. */
  add(connection: MeteredConnection): () => void
  /** Records what has come and gone since it was last called. */
  collect(): void
  endWhere(test: (purpose: Purpose) => boolean): void
}

export function createMeters(record: NetworkNeeds['record']): Meters {
  const recorded = new Map<MeteredConnection, ByteCounts>()

  function settle(connection: MeteredConnection): void {
    const before = recorded.get(connection)
    if (!before) return
    const now = connection.counts()
    const bytesIn = Math.max(0, now.bytesIn - before.bytesIn)
    const bytesOut = Math.max(0, now.bytesOut - before.bytesOut)
    recorded.set(connection, now)
    if (bytesIn + bytesOut === 0) return
    const { purpose, host } = connection
    const { reason } = purpose
    record(purpose, { reason, host, outcome: 'connected', times: 0, bytesIn, bytesOut })
  }

  return {
    add: (connection) => {
      recorded.set(connection, { bytesIn: 0, bytesOut: 0 })
      return () => {
        settle(connection)
        recorded.delete(connection)
      }
    },
    collect: () => {
      for (const connection of recorded.keys()) settle(connection)
    },
    endWhere: (test) => {
      for (const connection of recorded.keys()) if (test(connection.purpose)) connection.end()
    },
  }
}
