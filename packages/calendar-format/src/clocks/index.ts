/** What clocks on a wall show, in which zone, and how long something takes: enough for a grid, without any rule. */
export { type Duration, parseDuration, writeDuration } from './duration.ts'
export {
  civilDate,
  dayMs,
  daysInMonth,
  parseWallTime,
  type WallTime,
  weekdayOf,
  writeDate,
  writeWallTime,
} from './wall-time.ts'
export { windowsOfZone, zoneOfWindows, zonesOfWindows } from './windows-zones.ts'
export { clockOf, type ZoneClock } from './zones.ts'
