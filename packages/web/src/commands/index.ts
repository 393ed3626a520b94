/**
 * The user's operations and places: places, the registry of commands, keys, optimistic changes with undo. Applies
 * changes to records at once and sends them to the server. Called by screens; draws nothing.
 */
export { commandOf, provideApp, useApp } from './app.ts'
export type { App } from './app.ts'
export { createCalendarDesk, type ProposedEvent } from './calendar-desk.ts'
export type { CalendarDeed } from './calendar-desk.ts'
export { createComposeDesk } from './compose-desk.ts'
export type { DraftOrigin, DraftActions, ComposeRequest, OpenDraft } from './compose-desk.ts'
export { createConnection } from './connection.ts'
export { createDesk } from './desk.ts'
export type { Device } from './device.ts'
export type { MessageQueue } from './message-queue.ts'
export type { Notifying, NotifyProblem, NotifyTried } from './notifying.ts'
export { createDialogs } from './dialogs.ts'
export { createKeyMatcher, keyCaps } from './keys.ts'
export { keyConflicts } from './key-conflicts.ts'
export { createKeyRecorder } from './key-recorder.ts'
export {
  dropDeviceDrafts,
  deviceDraftKey,
  deviceDraftKeys,
  discardedKeyOf,
  discardedDraftKeys,
  keptKeyOf,
} from './stored-draft-keys.ts'
export { createMailActions } from './mail-actions.ts'
export { createNavigator } from './navigator.ts'
export { isFromSomebody, currentMessage } from './current-message.ts'
export { createOutbox } from './outbox.ts'

export { calendarViews, inbox, pathOf, placeOf, searched } from './places.ts'
export { showOutcome } from './show-outcome.ts'
export { snoozeTimes, timeInZone, wallTimeIn } from './snooze-times.ts'
export type { CalendarPlace, CalendarViewName, Place } from './places.ts'
export type { AdminPage, SettingsPage } from './settings-pages.ts'
export { cardsAboveMail, reconnectPath, repairPath, signedInTo } from './repairs.ts'
export { createPreferences } from './preferences.ts'

export { createCommands } from './registry.ts'
export type { Command, CommandId } from './registry.ts'
export { blockOf, isSender } from './senders.ts'
export { lazySenders } from './lazy-senders.ts'
export { swipedCommand } from './swipes.ts'
export { createThreadDesk, messagePage } from './thread-desk.ts'

export { createToasts } from './toasts.ts'
export { createTypingHandover } from './typing-handover.ts'
export type { BufferedKey, TypingHandover } from './typing-handover.ts'
export { orWhole } from './whole-list.ts'
export { createUndoStack } from './undo-stack.ts'
