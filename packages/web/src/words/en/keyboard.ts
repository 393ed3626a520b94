/** The keys of commands, and how they are chosen. */
export const keyboard = {
  singleKeys: 'Single-key shortcuts',
  singleKeysText:
    'Letters such as e and j act at once. Switch this off if you dictate, or press keys by accident.',
  showAll: 'Show all shortcuts',
  find: 'Search shortcuts',
  noneFound: 'No shortcuts found.',
  intro: 'Choose other keys for a command. They hold in every browser in which you sign in.',
  change: (title: string) => `Change the keys of ${title}`,
  changeShort: 'Change',
  press: 'Press the new keys, or Escape to leave it',
  none: 'No keys',
  remove: 'Remove',
  removeLabel: (title: string) => `Remove the keys of ${title}`,
  reset: 'Usual keys',
  resetLabel: (title: string) => `Usual keys for ${title}`,
  resetAll: 'Use the usual keys for everything',
  conflict: (titles: string) => `Also the keys of ${titles}`,
  sheet: {
    title: 'Keyboard shortcuts',
    off: 'Single-key shortcuts are switched off in Settings.',
    groups: {
      go: 'Go to',
      calendar: 'Calendar',
      move: 'Move around',
      act: 'Act on conversations',
      write: 'Write',
      app: 'Anywhere',
    },
  },
}
