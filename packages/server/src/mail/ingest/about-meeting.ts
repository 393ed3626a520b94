import { calendarParts, treeOf } from '@plmail/mail-format'
import type { Arrival } from '../door.ts'

/** Whether a message has a calendar in it, by its structure alone: nothing of the bytes is read here. */
export function mayBeAboutMeeting(arrival: Arrival | undefined): boolean {
  const structure = arrival?.prepared.parsed.structure
  return structure !== undefined && structure !== null && calendarParts(treeOf(structure)).length > 0
}
