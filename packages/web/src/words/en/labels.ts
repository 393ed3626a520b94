import { count, counted } from '../numbers.ts'

/** Folders and labels: making, changing and deleting them, and putting conversations into them. */
export const labels = {
  create: 'New folder',
  createYes: 'Create',
  manage: (name: string) => `Change ${name}`,
  editTitle: (name: string) => `Folder ${name}`,
  name: 'Name',
  parent: 'Inside',
  noParent: 'No other folder',
  colour: 'Colour',
  noColour: 'None',
  hues: [
    'Pink',
    'Red',
    'Orange',
    'Yellow',
    'Lime',
    'Green',
    'Teal',
    'Cyan',
    'Blue',
    'Indigo',
    'Violet',
    'Magenta',
  ] as readonly string[],
  hide: 'Hide in the sidebar',
  hideHint: 'Its mail stays, and search still finds it.',
  hidden: (n: number) => `${count(n)} hidden`,
  /** The numbers beside the names, for who does not see where they stand. */
  unread: (n: number) => `${count(n)} unread`,
  drafts: (n: number) => counted(n, 'draft', 'drafts'),
  showMore: 'More',
  save: 'Save',
  fixed: 'The mail server keeps this folder as it is. You can colour or hide it.',
  delete: 'Delete folder',
  deleteYes: 'Delete it',
  reach: {
    empty: 'It is empty.',
    total: (n: number) => `It holds ${counted(n, 'message', 'messages')}.`,
    stays: (n: number) =>
      n === 1
        ? 'One of them is in another folder too and stays there.'
        : `${count(n)} are in other folders too and stay there.`,
    allStay: 'All of them are in other folders too and stay there.',
    archived: (n: number) => `${counted(n, 'message stays', 'messages stay')} in All mail.`,
    trashed: (n: number) => `${counted(n, 'message goes', 'messages go')} to Trash.`,
    unknown: 'How much mail it holds cannot be told right now.',
  },
  refused: {
    name: 'Another folder here has this name.',
    badName: 'That cannot be the name of a folder.',
    parent: 'It cannot lie within itself.',
    child: 'It has folders within it. Move or delete those first.',
    forbidden: 'The mail server keeps this folder as it is.',
    unreachable: 'The server cannot be reached right now.',
    other: (why: string | undefined) => why ?? 'The mail server did not accept that.',
  },
  pick: 'Folder name',
  none: 'No folder of that name.',
  make: (name: string) => `Create “${name}”`,
  labelTitle: 'Label as',
  ofConversation: 'Labels of this conversation',
  isOn: 'is on it',
  foldersOnly: 'No labels here: this moves the selection.',
  otherAccount: 'A conversation cannot go into a folder that its own account does not have.',
  stayed: (n: number) =>
    n === 1
      ? 'one stayed: its account has no such folder'
      : `${count(n)} stayed: their account has no such folder`,
}
