import { type EgressMode, type EgressReason, egressReasons, type EgressSwitchedBy } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import { createNotifiedCache, type Database, type Listen } from '../../store/index.ts'
import { SwitchedOff } from '../network/index.ts'

export interface SwitchNeeds {
  database: Database
  listen: Listen
  clock: Clock
  /** EGRESS. */
  mode: EgressMode
}

/** Which reasons may connect: EGRESS says how far, and administrators narrow it. */
export interface Switches {
  /** Rejects with `SwitchedOff`; with the database's error where nobody can tell. */
  admit(reason: EgressReason): Promise<void>
  list(): Promise<Array<{ reason: EgressReason; isOn: boolean; by: EgressSwitchedBy | null }>>
  set(reason: EgressReason, isOn: boolean): Promise<void>
  /** Calls back in every process after a change. */
  onChange(listener: () => void): void
}

const reasonNames = Object.keys(egressReasons) as EgressReason[] // the keys of a constant

export function createSwitches({ database, listen, clock, mode }: SwitchNeeds): Switches {
  const cache = createNotifiedCache<ReadonlySet<string>>('plmail_egress', listen, clock)
  const readSwitchedOff = async () => {
    const rows = await database.query<{ reason: string }>('select reason from egress_switch')
    return new Set(rows.map(({ reason }) => reason))
  }
  const switchedOff = async () => cache.get('') ?? (await cache.lookUp('', readSwitchedOff))
  return {
    admit: async (reason) => {
      if (!isWithin(mode, reason) || (await switchedOff()).has(reason)) throw new SwitchedOff(reason)
    },
    list: async () => {
      const off = await switchedOff()
      return reasonNames.map((reason) => {
        if (!isWithin(mode, reason)) return { reason, isOn: false, by: 'environment' }
        return off.has(reason)
          ? { reason, isOn: false, by: 'administrator' }
          : { reason, isOn: true, by: null }
      })
    },
    set: (reason, isOn) =>
      database.transaction(async (tx) => {
        if (isOn) await tx.query('delete from egress_switch where reason = $1', [reason])
        else
          await tx.query(
            'insert into egress_switch (reason, switched_off_at) values ($1, $2) on conflict (reason) do nothing',
            [reason, clock.now()],
          )
        await cache.forget(tx)
      }),
    onChange: (listener) => void cache.onForget(() => listener()),
  }
}

const isWithin = (mode: EgressMode, reason: EgressReason): boolean =>
  mode === 'all' || (mode === 'providers' && egressReasons[reason].isProvider)
