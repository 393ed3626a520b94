import { eventConflicts as english } from './en/event-conflicts.ts'
import { german } from './language.ts'

export const conflictWords = german?.eventConflicts ?? english
