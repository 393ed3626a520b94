/**
 * What the user can do and where: places, the registry of commands, keys, optimistic deeds with undo. Applies
 * changes to records at once and carries them to the server. Called by screens; draws nothing.
 */
export { commandOf, provideApp, useApp } from './app.ts'
export type { App } from './app.ts'
export { createConnection } from './connection.ts'
export { createDesk } from './desk.ts'
export { createDialogs } from './dialogs.ts'
export { createKeyMatcher, keyCaps } from './keys.ts'
export { createMailActions } from './mail-actions.ts'
export { createNavigator } from './navigator.ts'
export { createOutbox } from './outbox.ts'
export { inbox, isSameList, pathOf, placeOf } from './places.ts'
export type { Place, SettingsPage } from './places.ts'
export { cardsAboveMail, reconnectPath, repairPath, signedInTo } from './repairs.ts'
export { createPreferences } from './preferences.ts'
export type { Preferences } from './preferences.ts'
export { createCommands } from './registry.ts'
export type { Command, CommandId } from './registry.ts'
export { createToasts } from './toasts.ts'
export { createUndoStack } from './undo-stack.ts'
