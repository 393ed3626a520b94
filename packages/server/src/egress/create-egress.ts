import type {
  EgressPeriod,
  EgressReason,
  EgressReport,
  EgressSwitchForm,
  OwnEgress,
  UserId,
} from '@plmail/wire'
import { createLedger, type LedgerNeeds, retainedDays } from './ledger/create-ledger.ts'
import { maxLines, ownLines } from './ledger/own-lines.ts'
import { barStarts, listGaps, reportLines } from './ledger/report-lines.ts'
import { createNetwork, type Network } from './network/index.ts'
import { createSwitches, type SwitchNeeds } from './switches/create-switches.ts'

export interface EgressNeeds extends LedgerNeeds, SwitchNeeds {}

/** All that leaves this machine: the way out, what went there, and the switches. */
export interface Egress {
  network: Network
  /** Of one user, for that user alone. */
  own(userId: UserId): Promise<OwnEgress>
  /** Of everybody together, for administrators. */
  report(period: EgressPeriod): Promise<EgressReport>
  set(form: EgressSwitchForm): Promise<void>
  isAllowed(reason: EgressReason): Promise<boolean>
  /** Writes down what is in memory. */
  flush(): Promise<void>
  /** Removes what is older than it is kept. */
  sweep(): Promise<void>
  /** Ends connections and writes down the rest. */
  stop(): Promise<void>
}

const dayMs = 86_400_000

export function createEgress(needs: EgressNeeds): Egress {
  const { database, clock, mode } = needs
  const switches = createSwitches(needs)
  const ledger = createLedger(needs, () => network.collect())
  const network = createNetwork({
    admit: async (reason) => {
      await switches.admit(reason)
      await ledger.begin()
    },
    record: (purpose, traffic) => ledger.record(purpose, traffic),
  })
  const endRefused = async () => {
    const offReasons = (await switches.list()).filter(({ isOn }) => !isOn).map(({ reason }) => reason)
    network.endWhere(({ reason }) => offReasons.includes(reason))
  }
  // Where the switches cannot be read, the next connection is refused for that.
  switches.onChange(() => void endRefused().catch(() => {}))
  const since = () => new Date(clock.now().getTime() - retainedDays * dayMs)
  return {
    network,
    own: async (userId) => {
      await ledger.flush()
      const lines = await ownLines(database, userId, since())
      const switchedOff = (await switches.list()).flatMap(({ reason, by }) =>
        by === null ? [] : [{ reason, by }],
      )
      const isCut = lines.length > maxLines
      return { days: retainedDays, lines: lines.slice(0, maxLines), isCut, switchedOff }
    },
    report: async (period) => {
      await ledger.flush()
      const now = clock.now()
      const lines = await reportLines(database, period, now)
      return {
        period,
        days: retainedDays,
        mode,
        switches: await switches.list(),
        starts: barStarts(period, now).map((start) => start.toISOString()),
        lines: lines.slice(0, maxLines),
        isCut: lines.length > maxLines,
        gaps: await listGaps(database, now),
      }
    },
    set: ({ reason, isOn }) => switches.set(reason, isOn),
    isAllowed: async (reason) =>
      (await switches.list()).some((entry) => entry.reason === reason && entry.isOn),
    flush: () => ledger.flush(),
    sweep: async () => {
      await database.query('delete from egress_entry where hour < $1', [since()])
      await database.query('delete from egress_writer where written_at < $1', [since()])
    },
    stop: async () => {
      await network.close()
      await ledger.stop()
    },
  }
}
