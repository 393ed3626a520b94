/** The card of somebody whose address stands in a message. */
export const person = {
  write: 'Write',
  add: 'Add to contacts',
  added: (who: string) => `${who} is a contact now`,
  notAdded: 'Not added: the server did not take it. Try again.',
  contact: 'Open contact',
  block: 'Block',
  all: 'Search all mail',
  latest: 'Latest messages',
  none: 'No other messages from this address.',
  offline: 'The messages cannot be loaded right now.',
}
