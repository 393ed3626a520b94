import type { VirtualClock } from '../../clock/clock.ts'

/** Units by method, as of 2026-05-01 [D, F]; those no list names cost as their nearest relative [K]. */
const units: Record<string, number> = {
  getProfile: 1,
  watch: 100,
  stop: 50,
  'drafts.create': 10,
  'drafts.delete': 10,
  'drafts.get': 20,
  'drafts.list': 5,
  'drafts.send': 100,
  'drafts.update': 15,
  'history.list': 2,
  'labels.create': 5,
  'labels.delete': 5,
  'labels.get': 1,
  'labels.list': 1,
  'labels.patch': 5,
  'labels.update': 5,
  'messages.attachments.get': 20,
  'messages.batchDelete': 50,
  'messages.batchModify': 50,
  'messages.delete': 10,
  'messages.get': 20,
  'messages.import': 25,
  'messages.insert': 25,
  'messages.list': 5,
  'messages.modify': 5,
  'messages.send': 100,
  'messages.trash': 20,
  'messages.untrash': 5,
  'settings.filters.create': 5,
  'settings.filters.delete': 5,
  'settings.filters.get': 1,
  'settings.filters.list': 1,
  'settings.getVacation': 1,
  'settings.sendAs.get': 1,
  'settings.sendAs.list': 1,
  'settings.updateVacation': 5,
  'threads.delete': 20,
  'threads.get': 40,
  'threads.list': 10,
  'threads.modify': 10,
  'threads.trash': 20,
  'threads.untrash': 10,
}

export function getUnits(operation: string): number {
  const cost = units[operation.replace('gmail.users.', '')]
  if (cost === undefined) throw new Error(`${operation} has no price`)
  return cost
}

export interface Quota {
  /** Takes the units, or says when that many are free again. What is refused costs nothing. */
  charge(units: number): { ok: true } | { ok: false; until: Date }
  /** Units taken within the last minute. */
  readonly taken: number
}

/** Projects without Gmail traffic before 2026-04 get this much a minute and user [D]. */
export const newProjectUnits = 6_000
const windowMs = 60_000

/** A sliding minute: stricter than one that starts afresh, so that who keeps to it keeps to both. */
export function createQuota(clock: VirtualClock, perMinute: number): Quota {
  const charges: Array<{ at: number; units: number }> = []
  let taken = 0
  const forget = (now: number): void => {
    while (charges[0] && charges[0].at <= now - windowMs) taken -= charges.shift()?.units ?? 0
  }
  return {
    charge(cost) {
      const now = clock.now().getTime()
      forget(now)
      if (taken + cost > perMinute) return { ok: false, until: freeAt(now, cost) }
      const last = charges.at(-1)
      // By tenths of a second, so that a minute of traffic is 600 numbers at most.
      if (last && now - last.at < 100) last.units += cost
      else charges.push({ at: now, units: cost })
      taken += cost
      return { ok: true }
    },
    get taken() {
      forget(clock.now().getTime())
      return taken
    },
  }

  function freeAt(now: number, cost: number): Date {
    let left = taken
    for (const charge of charges) {
      left -= charge.units
      if (left + cost <= perMinute) return new Date(charge.at + windowMs)
    }
    return new Date(now + windowMs)
  }
}
