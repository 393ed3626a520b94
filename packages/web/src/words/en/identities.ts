/** As whom the user writes. */
export const identities = {
  intro:
    'Whom your letters are from: the addresses of your mailboxes, and others that deliver into them. Which one a letter is from is chosen in the letter.',
  nobody: 'Connect a mailbox first: its address is the first one.',
  name: 'Name',
  nameHint: 'Stands before the address. Leave it empty to send the address alone.',
  replyTo: 'Answers go to',
  replyToHint: 'Empty: to the address itself.',
  bcc: 'Blind copy of every letter to',
  wrongAddress: 'That is not an address.',
  signature: 'Signature',
  noSignature: 'None. It is written in a letter: its menu has “Signature”.',
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
    provA: 'Google would put the address of the mailbox in the place of any other, so there is none to add.',
    provB:
      'Microsoft would put the address of the mailbox in the place of any other, so there is none to add.',
  },
  offline: 'The server could not be reached. Nothing was changed.',
}
