import { dayMs, isZone, wallIn } from '../records/index.ts'

/** The time zone of a device that the user chose not to switch to, and the one they stayed in. */
export const keptZoneKey = 'plmail-kept-zone'
export const keptZoneValue = (device: string, account: string): string => `${device} ${account}`

/** Long enough for every zone to have changed its clocks both ways. */
const aheadDays = 366

/** Whether the clocks of both zones show the same, now and for the year ahead. */
export function haveSameClocks(zone: string, otherZone: string, now: number): boolean {
  for (let day = 0; day <= aheadDays; day += 7)
    if (wallIn(now + day * dayMs, zone) !== wallIn(now + day * dayMs, otherZone)) return false
  return true
}

/** Whether to ask if the account moves to where the device is. */
export function asksAboutZone(
  device: string,
  account: string,
  answeredZone: string | null,
  now: number,
): boolean {
  if (!isZone(device) || !isZone(account) || answeredZone === keptZoneValue(device, account)) return false
  return !haveSameClocks(device, account, now)
}

/** "Berlin" of Europe/Berlin. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
