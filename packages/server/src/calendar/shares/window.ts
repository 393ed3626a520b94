import type { ShareWindow } from '@plmail/wire'
import { getClock, dayMs, parseWallTime, type WallTime, writeDate } from '@plmail/calendar-format'

/** How many days a link may roll over (docs/jmap.md); whatever is stored, no page shows more. */
export const rollingDays = { minimum: 1, limit: 366, usual: 14 }

export function clampedDays(days: number): number {
  const whole = Number.isFinite(days) ? Math.round(days) : rollingDays.usual
  return Math.min(rollingDays.limit, Math.max(rollingDays.minimum, whole))
}

/** Midnights on the owner's wall; `to` is not shown any more. A window that is none rolls. */
export function parseWindow(window: ShareWindow, today: WallTime): { from: WallTime; to: WallTime } {
  if (window.kind === 'fixed') {
    const [from, last] = [parseWallTime(window.from), parseWallTime(window.to)]
    if (from !== undefined && last !== undefined && last >= from)
      return { from, to: Math.min(last + dayMs, from + rollingDays.limit * dayMs) }
  }
  const days = clampedDays(window.kind === 'rolling' ? window.days : rollingDays.usual)
  return { from: today, to: today + days * dayMs }
}

/** Midnight of the day that it is somewhere. */
export function todayIn(zone: string, now: Date): WallTime {
  const wall = getClock(zone)?.wallTimeAt(now.getTime()) ?? now.getTime()
  return parseWallTime(writeDate(wall)) ?? 0
}
