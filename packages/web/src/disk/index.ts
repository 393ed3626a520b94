/**
 * The storage of this device between visits, in IndexedDB: viewed mail (a cache of the server, dropped and filled again
 * at any time) and the outbox (local changes that the server has not confirmed). Depends on the wire format of mail,
 * and on no screen. Called by main, which hands it to records and commands.
 */
export { dropEverything, dropMail, dropMailOfOthers } from './databases.ts'
export { createDeedStore, createMemoryDeeds } from './deed-store.ts'
export type {
  DeedStore,
  DiskTrouble,
  KeptDeed,
  KeptList,
  KeptIdentity,
  KeptStart,
  KeptThread,
  MailDisk,
  QueuedMessages,
  QueuedMessage,
  Saving,
} from './door.ts'
export { createMailDisk } from './mail-disk.ts'
export { createQueuedMessages } from './queued-messages.ts'
export { noDisk } from './no-disk.ts'
export {
  changeNotifySettings,
  dropNotifySettings,
  readNotifySettings,
  usualWishes,
  writeNotifySettings,
} from './notifying.ts'
export type { NotifySettings, NotifyWishes } from './notifying.ts'
