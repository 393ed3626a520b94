import type { MailboxRole, SenderWarning } from '@plmail/wire'
import { count, counted } from '../numbers.ts'

/** Folder names by role, where the provider's own name would say less. */
const roleName: Partial<Record<MailboxRole, string>> = {
  inbox: 'Inbox',
  archive: 'Archive',
  drafts: 'Drafts',
  sent: 'Sent',
  trash: 'Trash',
  junk: 'Spam',
  flagged: 'Starred',
  snoozed: 'Snoozed',
  important: 'Important',
  all: 'All mail',
}

/** Every sentence the client says, in one place and one voice. */
export const app = {
  product: 'plMail',
  roleName,
  /** Names of the settings pages; the window's title needs them before the pages are there. */
  pages: {
    accounts: 'Accounts',
    'add-account': 'Add an account',
    security: 'Security',
    'app-passwords': 'App passwords',
    rules: 'Rules',
    blocked: 'Blocked senders',
    display: 'Display',
    language: 'Language and time',
    keyboard: 'Keyboard',
    reading: 'Reading',
    device: 'This device',
    jobs: 'Jobs',
    providers: 'Providers',
    webhooks: 'Webhooks',
  },
  skipToMain: 'Skip to the mail',
  inbox: 'Inbox',
  folders: 'Folders',
  settings: 'Settings',
  accounts: 'Accounts',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  more: 'More actions',
  noSubject: '(no subject)',
  demo: {
    label: 'Demo',
    text: 'A demo with made-up mail. Nothing leaves this machine.',
  },
  noSender: '(no sender)',
  me: { alone: 'Me', among: 'me' },
  retry: 'Try again',
  waitingForServer: 'waiting for the server',

  done: {
    archive: (n: number) => (n === 1 ? 'Archived' : `${count(n)} archived`),
    trash: (n: number) => (n === 1 ? 'Moved to Trash' : `${count(n)} moved to Trash`),
    destroy: (n: number) => (n === 1 ? 'Deleted forever' : `${count(n)} deleted forever`),
    move: (n: number, folder: string) => (n === 1 ? `Moved to ${folder}` : `${count(n)} moved to ${folder}`),
    read: (n: number) => (n === 1 ? 'Marked as read' : `${count(n)} marked as read`),
    unread: (n: number) => (n === 1 ? 'Marked as unread' : `${count(n)} marked as unread`),
  },
  undo: 'Undo',
  undone: 'Taken back',
  nothingToUndo: 'Nothing to undo',
  notUndone: (why: string | undefined) => why ?? 'That can no longer be taken back.',
  refused: (verb: string, why: string | null | undefined) =>
    `Could not ${refusedVerb[verb] ?? 'do that'}${why ? `: ${why}` : '. It is back as it was.'}`,
  noMailbox: (role: MailboxRole) =>
    `This account has no ${roleName[role] ?? role} folder and none could be made.`,

  list: {
    label: 'Conversations',
    total: (n: number) => counted(n, 'conversation', 'conversations'),
    selected: (n: number) => `${count(n)} selected`,
    clearSelection: 'Clear selection',
    unreachable: 'Your mail cannot be reached right now.',
    arrived: (n: number) => counted(n, 'new message', 'new messages'),
    rowState: (isUnread: boolean, isStarred: boolean) =>
      [isUnread ? 'Unread' : '', isStarred ? 'starred' : ''].filter((part) => part !== '').join(', '),
    star: 'Star',
    unstar: 'Remove star',
    select: 'Select',
    attachment: 'Has attachments',
  },
  empty: {
    inbox: 'Nothing in your inbox.',
    folder: 'This folder is empty.',
    gone: 'This folder is no longer here.',
    importing: 'Your mail is on its way.',
    lastSync: (at: string) => `Last checked ${at}.`,
    neverSynced: 'The first check is still running.',
    syncNow: 'Check now',
    addAccount: 'Add an account',
    pane: 'No conversation open',
    paneHint: 'Pick one from the list, or use the keyboard.',
    keys: { move: 'Next, previous', open: 'Open', archive: 'Archive', all: 'All shortcuts' },
  },
  thread: {
    label: 'Conversation',
    gone: 'This conversation is no longer here.',
    messages: (n: number) => counted(n, 'message', 'messages'),
    expandAll: 'Expand all',
    to: 'to',
    cc: 'cc',
    bcc: 'bcc',
    nobody: 'nobody',
    frame: (who: string, when: string) => `Message from ${who}, ${when}`,
    showImages: (n: number) => `Show ${counted(n, 'image', 'images')}`,
    imagesBlocked: 'Images from the internet are not loaded.',
    notLoaded: 'This conversation cannot be shown right now.',
    notRendered: 'This message cannot be shown right now.',
    attachments: (n: number) => counted(n, 'attachment', 'attachments'),
    download: 'Download',
    downloadFailed: (name: string) => `${name} could not be downloaded.`,
    unnamed: 'unnamed file',
    details: 'Details',
    warning: ({ kind, claimed, actual }: SenderWarning) =>
      kind === 'domainInName'
        ? `The name says ${claimed}, but this came from ${actual}.`
        : `The name says “${claimed}”, but this came from ${actual}, which may have nothing to do with it.`,
  },
  live: {
    offline: 'Offline: the server cannot be reached',
    waiting: (n: number) => (n === 0 ? '' : ` · ${counted(n, 'change', 'changes')} waiting`),
    importing: (done: number, total: number) => `${count(done)} of ${count(total)}`,
    importingLabel: (name: string) => `Importing ${name}`,
  },
  confirmDestroy: {
    title: (n: number) =>
      n === 1 ? 'Delete this conversation forever?' : `Delete ${count(n)} conversations forever?`,
    text: 'It will also be deleted at your mail provider. This cannot be undone.',
    yes: 'Delete forever',
  },
  move: {
    title: 'Move to',
    filter: 'Folder name',
    none: 'No folder of that name.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    off: 'Single-key shortcuts are switched off in Settings.',
    groups: {
      go: 'Go to',
      move: 'Move around',
      act: 'Act on conversations',
      write: 'Write',
      app: 'Anywhere',
    },
  },
  palette: {
    title: 'Commands',
    placeholder: 'What would you like to do?',
    none: 'No command of that name.',
  },
  firstRun: {
    title: (name: string) => `Welcome, ${name}`,
    text: 'Connect a mailbox to begin. plMail keeps a copy here, and every change goes back to your provider.',
  },
}

const refusedVerb: Record<string, string> = {
  archive: 'archive it',
  trash: 'move it to Trash',
  destroy: 'delete it',
  move: 'move it',
  star: 'star it',
  unstar: 'remove the star',
  'mark-read': 'mark it as read',
  'mark-unread': 'mark it as unread',
  snooze: 'snooze it',
  unsnooze: 'bring it back',
  remind: 'set the reminder',
  label: 'label it',
  unlabel: 'take the label off',
}
