/** Texts about changes that others made in the calendar. */
export const eventNews = {
  title: 'What others changed',
  open: (n: string) => `Changes by others (${n})`,
  none: 'Nothing new.',
  what: {
    created: 'New',
    updated: 'Changed',
    destroyed: 'Removed',
  },
  by: { booking: (who: string) => `booked by ${who}`, mail: (who: string) => `by mail from ${who}` },
  elsewhere: (account: string) => `in another program, ${account}`,
  comment: (text: string) => `“${text}”`,
  was: 'Before:',
  show: 'Show',
  showLabel: (event: string) => `Show ${event}`,
  undo: 'Undo',
  undoLabel: (event: string) => `Undo: ${event}`,
  undone: (event: string) => `${event} is back as it was`,
  notUndone: 'It has been changed again since, or can no longer be brought back.',
  read: 'Mark as read',
  readLabel: (event: string) => `Mark as read: ${event}`,
  readAll: 'Mark all as read',
}
