/** Event JSON: stored whole, checked on input, patched by its editors, with the columns that find it. */
export {
  type EventObject,
  type EventProblem,
  type EventStatus,
  type FreeBusyStatus,
  isObject,
  type Json,
  type Privacy,
} from './event-object.ts'
export { longestEventBytes, problemsOf } from './check-event.ts'
export { placesOf, takesPlace, withOccurrence, withoutOccurrence } from './occurrence.ts'
export { type EventPatch, isSame, patchBetween, patchEvent } from './patch-event.ts'
export {
  endZoneOf,
  isEndHidden,
  localEnd,
  occurrenceObject,
  project,
  type Projection,
  seriesOf,
} from './series.ts'
export { shifted } from './shift.ts'
export { type Split, splitSeries } from './split.ts'
