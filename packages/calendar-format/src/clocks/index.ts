/** Wall-clock times, zones and durations: enough to draw a grid of days, without recurrence rules. */
export { type Duration, parseDuration, writeDuration } from './duration.ts'
export {
  civilDate,
  dayMs,
  daysInMonth,
  parseWallTime,
  type WallTime,
  getWeekday,
  writeDate,
  writeWallTime,
} from './wall-time.ts'
export { windowsOfZone, zoneOfWindows, zonesOfWindows } from './windows-zones.ts'
export { getClock, type ZoneClock } from './zones.ts'
