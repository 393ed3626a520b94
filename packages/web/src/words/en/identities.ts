/** As whom the user writes. */
export const identities = {
  intro: 'The names and addresses under which you write. You choose which one while you write.',
  nobody: 'Connect a mailbox first: its address is the first one.',
  name: 'Name',
  nameHint: 'Stands before the address. Leave it empty to send the address alone.',
  replyTo: 'Answers go to',
  replyToHint: 'Empty: to the address itself.',
  bcc: 'Blind copy of every letter to',
  wrongAddress: 'That is not an address.',
  signature: 'Signature',
  noSignature: 'None. You write it in a letter, under “Signature” in its menu.',
  save: 'Save',
  saved: (email: string) => `Letters from ${email} are changed`,
  notSaved: (why: string) => `That could not be saved: ${why}`,
  remove: 'Remove',
  removeLabel: (email: string) => `Remove ${email}`,
  removed: (email: string) => `${email} is removed`,
  undo: 'Undo',
  add: 'Another address',
  addOf: (account: string) => `Another address for ${account}`,
  address: 'Address',
  addressHint:
    'One that delivers into this mailbox. Its mail server decides whether it lets letters from it go.',
  addNow: 'Add',
  added: (email: string) => `${email} can be chosen in letters now`,
  known: (email: string) => `${email} is here already`,
  /** Why no address can be added, by provider; one that is not here takes any. */
  only: {
    provA: 'Google replaces any other address by that of the mailbox, so none can be added here.',
    provB: 'Microsoft replaces any other address by that of the mailbox, so none can be added here.',
  },
  offline: 'The server could not be reached. Nothing was changed.',
}
