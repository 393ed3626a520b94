import { timeInZone, wallTimeIn } from '../../commands/index.ts'

export type SendTime = 'this-evening' | 'tomorrow-morning' | 'tomorrow-afternoon' | 'monday-morning'

const [morning, afternoon, evening] = [8, 13, 18]

/** When people send later, in the user's zone: only what still lies ahead, and Monday only where it is not tomorrow. */
export function sendTimes(now: Date, timeZone: string | undefined): { id: SendTime; at: Date }[] {
  const { year, month, day, hour, weekday } = wallTimeIn(now, timeZone)
  const on = (days: number, at: number): Date =>
    timeInZone({ year, month, day: day + days, hour: at, minute: 0 }, timeZone)
  const monday = (8 - weekday) % 7 || 7
  const all: [SendTime, Date, boolean][] = [
    ['this-evening', on(0, evening), hour < evening - 1],
    ['tomorrow-morning', on(1, morning), true],
    ['tomorrow-afternoon', on(1, afternoon), true],
    ['monday-morning', on(monday, morning), monday !== 1],
  ]
  return all.flatMap(([id, at, applies]) => (applies ? [{ id, at }] : []))
}
