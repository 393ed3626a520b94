/**
 * Times, events and calendar files, as pure functions: `clocks` (wall times, zones, durations) ← `recurrence` (rules and
 * their expansion) ← `events` (the JSON of an event, its patches, its series) ← `icalendar` (RFC 5545 in and out).
 * Knows no calendar and no database. `./clocks` and `./shift` (a series begun
 * at another time) are doors of their own for the web client, which needs no more.
 */
export * from './clocks/index.ts'
export * from './recurrence/index.ts'
export * from './events/index.ts'
export * from './icalendar/index.ts'
