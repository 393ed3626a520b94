import { calendarParts, toTree } from '@plmail/mail-format'
import type { Arrival } from '../types.ts'

/** Whether a message has a calendar in it, by its structure alone: nothing of the bytes is read here. */
export function mayConcernMeeting(arrival: Arrival | undefined): boolean {
  const structure = arrival?.prepared.parsed.structure
  return structure !== undefined && structure !== null && calendarParts(toTree(structure)).length > 0
}
