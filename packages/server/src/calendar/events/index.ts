/** Stored events: what of a change others must know, who may make it, and the text by which an event is searched. */
export { isGuestChange, mayUpdateAll } from './own-event.ts'
export { changedOverrides, isWeighty, getOverrides, raisesSequence, revised } from './revision.ts'
export { extractTexts } from './event-texts.ts'
