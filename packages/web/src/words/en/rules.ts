import { count, counted } from '../numbers.ts'

/** One thing a rule asks of a message, as a clause of "new mail …"; `isNot` is its opposite. */
interface Clause {
  is: (value: string) => string
  isNot: (value: string) => string
}

const quoted = (value: string): string => `“${value}”`

/** Rules: what becomes of new mail. */
export const rules = {
  intro: 'What becomes of new mail in the Inbox. Rules apply from the top down.',
  none: 'There is no rule yet. One can also be made from a message or a search.',
  create: 'New rule',
  edit: 'Edit',
  remove: 'Delete',
  confirmRemove: (name: string) => `Delete the rule “${name}”?`,
  removeText: 'What it did stays as it is.',
  removed: (name: string) => `Rule “${name}” deleted`,
  saved: (name: string) => `Rule “${name}” saved`,
  notSaved: 'The rule could not be saved',
  isOn: (name: string) => `Rule “${name}” is on`,
  up: (name: string) => `Move “${name}” up`,
  down: (name: string) => `Move “${name}” down`,
  drag: 'Drag to change the order',
  movedTo: (name: string, place: number, of: number) =>
    `“${name}” is now number ${count(place)} of ${count(of)}`,
  problem: (folder: string) =>
    `Switched off: the folder “${folder}” is gone. Choose another one, or make it again and switch the rule on.`,
  name: 'Name',
  namePlaceholder: 'Taken from the conditions when left empty',
  scope: 'Accounts',
  allAccounts: 'All accounts',
  conditions: 'New mail',
  actions: 'What happens to it',
  modes: { all: 'all of these', any: 'any of these', none: 'none of these' },
  mode: 'It has to meet',
  addTest: 'Add a condition',
  addGroup: 'Add a group',
  removeTest: 'Remove this condition',
  removeGroup: 'Remove this group',
  group: 'Group of conditions',
  field: 'What is compared',
  value: 'Value',
  fields: {
    from: 'Sender',
    to: 'Recipient',
    cc: 'Copy to',
    subject: 'Subject',
    body: 'Text',
    text: 'Anywhere',
    list: 'Mailing list',
    larger: 'Larger than (MB)',
    smaller: 'Smaller than (MB)',
    attachment: 'Has attachments',
    query: 'Search',
    other: 'Made by another program',
  },
  action: 'Action',
  addAction: 'Add an action',
  removeAction: 'Remove this action',
  actionNames: {
    moveTo: 'Move to folder',
    addTo: 'Put into folder too',
    archive: 'Archive',
    trash: 'Delete',
    junk: 'Move to Spam',
    markRead: 'Mark as read',
    star: 'Star',
    mute: 'Mute the conversation',
  },
  folder: 'Folder',
  stops: 'Apply no further rules after it',
  save: 'Save',
  counting: 'Counting …',
  matches: (n: number) => `${counted(n, 'message', 'messages')} here ${n === 1 ? 'matches' : 'match'} now`,
  newest: 'The newest of them',
  cannotCount: 'The condition cannot be used yet.',
  incomplete: 'Enter what new mail has to meet.',
  noAction: 'Choose what happens to it.',
  offline: 'The server cannot be reached.',
  run: 'Run on existing mail',
  runTitle: (name: string) => `Run “${name}” on existing mail`,
  runText: (n: number) =>
    `It matches ${counted(n, 'message', 'messages')} here, without Trash, Spam and drafts. It can be undone for a day.`,
  runNothing: 'It matches no message here, without Trash, Spam and drafts.',
  runOn: (n: number) => `Run on ${counted(n, 'message', 'messages')}`,
  running: (done: number, total: number) => `${count(done)} of ${counted(total, 'message', 'messages')}`,
  undoing: 'Undoing …',
  ran: (changed: number, at: string) => `Changed ${counted(changed, 'message', 'messages')} on ${at}`,
  undone: (skipped: number) =>
    skipped === 0
      ? 'Undone'
      : `Undone, but for ${counted(skipped, 'message', 'messages')} changed again since`,
  runFailed: 'It could not be carried out on all of them.',
  undoRun: 'Undo',
  stopRun: 'Stop and undo',
  progress: (name: string) => `Progress of “${name}”`,
  sentence: {
    whole: (scope: string, conditions: string, actions: string) =>
      `When new mail${scope} ${conditions}, ${actions}.`,
    noCondition: 'meets a condition that is still missing',
    noAction: 'nothing happens yet',
    inAccounts: (accounts: string) => ` in ${accounts}`,
    stops: ' No further rules apply after it.',
    and: ' and ',
    or: ' or ',
    inGroup: (conditions: string) => `(${conditions})`,
    attachment: { is: 'has attachments', isNot: 'has no attachments' },
    other: {
      is: 'meets a condition of another program',
      isNot: 'does not meet a condition of another program',
    },
    clauses: {
      from: { is: (v) => `is from ${quoted(v)}`, isNot: (v) => `is not from ${quoted(v)}` },
      to: { is: (v) => `goes to ${quoted(v)}`, isNot: (v) => `does not go to ${quoted(v)}` },
      cc: { is: (v) => `has ${quoted(v)} in copy`, isNot: (v) => `does not have ${quoted(v)} in copy` },
      subject: {
        is: (v) => `has ${quoted(v)} in the subject`,
        isNot: (v) => `does not have ${quoted(v)} in the subject`,
      },
      body: {
        is: (v) => `has ${quoted(v)} in the text`,
        isNot: (v) => `does not have ${quoted(v)} in the text`,
      },
      text: { is: (v) => `contains ${quoted(v)}`, isNot: (v) => `does not contain ${quoted(v)}` },
      list: {
        is: (v) => `comes from the list ${quoted(v)}`,
        isNot: (v) => `does not come from the list ${quoted(v)}`,
      },
      larger: { is: (v) => `is larger than ${v} MB`, isNot: (v) => `is not larger than ${v} MB` },
      smaller: { is: (v) => `is smaller than ${v} MB`, isNot: (v) => `is not smaller than ${v} MB` },
      query: {
        is: (v) => `matches the search ${quoted(v)}`,
        isNot: (v) => `does not match the search ${quoted(v)}`,
      },
    } satisfies Record<string, Clause> as Record<
      'from' | 'to' | 'cc' | 'subject' | 'body' | 'text' | 'list' | 'larger' | 'smaller' | 'query',
      Clause
    >,
    /** `actions` are those below, as a list. */
    does: (actions: string) => actions,
    actions: {
      moveTo: (folder: string) => `move it to ${quoted(folder)}`,
      addTo: (folder: string) => `put it into ${quoted(folder)} too`,
      archive: () => 'archive it',
      trash: () => 'delete it',
      junk: () => 'move it to Spam',
      markRead: () => 'mark it as read',
      star: () => 'star it',
      mute: () => 'mute its conversation',
    },
  },
}
