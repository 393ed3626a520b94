import { capability } from '@plmail/wire'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { journalUndo, type UndoNeeds } from './undo.ts'

/** Undo, from any window, of what the user did. */
export function createJournalCapability({ mail, calendars, changes }: UndoNeeds): Capability {
  return {
    uri: capability.journal,
    ofAccount: inAccountsThat('holdsMail'),
    methods: { 'Journal/undo': journalUndo({ mail, calendars, changes }) },
  }
}
