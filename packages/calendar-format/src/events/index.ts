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
export { maxEventBytes, findProblems } from './check-event.ts'
export { getPlaces, takesPlace, withOccurrence, withoutOccurrence } from './occurrence.ts'
export { type EventPatch, isSame, patchBetween, patchEvent } from './patch-event.ts'
export {
  getEndZone,
  isEndHidden,
  localEnd,
  occurrenceObject,
  toProjection,
  type Projection,
  toSeries,
} from './series.ts'
export { withoutScheduleStatus, withScheduleStatusOf } from './schedule-status.ts'
export { shifted } from './shift.ts'
export { type Split, splitSeries } from './split.ts'
