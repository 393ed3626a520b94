/** Event JSON: stored whole, checked on input, patched by its editors, with the columns that find it. Pure. */
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
export { isGuestChange, mayUpdateAll } from './own-event.ts'
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
export { changedOverrides, isWeighty, overridesOf, raisesSequence, revised } from './revision.ts'
export { shifted } from './shift.ts'
export { type Split, splitSeries } from './split.ts'
export { type EventTexts, textsOf } from './texts.ts'
