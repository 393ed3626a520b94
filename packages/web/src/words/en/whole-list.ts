import { count, counted } from '../numbers.ts'

const conversations = (n: number): string => counted(n, 'conversation', 'conversations')

/** Choosing everything in a list, and what is done to all of it. */
export const wholeList = {
  atHand: (n: number) => `The first ${count(n)} are selected.`,
  takeWhole: (n: number) => `Select all ${conversations(n)}`,
  isWhole: (n: number) => `All ${conversations(n)} of this list are selected.`,
  clear: 'Clear selection',
  unreachable: 'The server cannot be reached, so nothing was done.',
  stop: 'Stop and undo',
  undo: 'Undo',
  dismiss: 'Close',
  begun: {
    archive: (n: number) => `Archiving ${conversations(n)}`,
    trash: (n: number) => `Moving ${conversations(n)} to Trash`,
    junk: (n: number) => `Moving ${conversations(n)} to Spam`,
    inbox: (n: number) => `Moving ${conversations(n)} to Inbox`,
    moveTo: (n: number) => `Moving ${conversations(n)}`,
    addTo: (n: number) => `Labelling ${conversations(n)}`,
    removeFrom: (n: number) => `Taking the label off ${conversations(n)}`,
    markRead: (n: number) => `Marking ${conversations(n)} as read`,
    markUnread: (n: number) => `Marking ${conversations(n)} as unread`,
    star: (n: number) => `Starring ${conversations(n)}`,
    unstar: (n: number) => `Taking the stars off ${conversations(n)}`,
    categorise: (n: number, tab: string) => `Moving ${conversations(n)} to ${tab}`,
  },
  doing: {
    archive: 'Archiving',
    trash: 'Moving to Trash',
    junk: 'Moving to Spam',
    inbox: 'Moving to Inbox',
    moveTo: 'Moving',
    addTo: 'Labelling',
    removeFrom: 'Taking the label off',
    markRead: 'Marking as read',
    markUnread: 'Marking as unread',
    star: 'Starring',
    unstar: 'Taking the stars off',
    categorise: (tab: string) => `Moving to ${tab}`,
  },
  states: {
    running: (doing: string, done: number, total: number, _skipped: number) =>
      `${doing}: ${count(done)} of ${counted(total, 'message', 'messages')}`,
    done: (doing: string, _done: number, total: number, _skipped: number) =>
      `${doing}: all ${counted(total, 'message', 'messages')} done`,
    failed: (doing: string, done: number, total: number, _skipped: number) =>
      `${doing} stopped after ${count(done)} of ${counted(total, 'message', 'messages')}: the folder cannot be had.`,
    undoing: (doing: string, done: number, _total: number, _skipped: number) =>
      `${doing}: ${counted(done, 'message', 'messages')} still to be taken back`,
    undone: (doing: string, _done: number, _total: number, skipped: number) =>
      skipped === 0
        ? `${doing}: taken back`
        : `${doing}: taken back, but for ${counted(skipped, 'message', 'messages')} changed again since`,
  },
}
