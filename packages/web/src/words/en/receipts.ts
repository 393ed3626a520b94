/** Read receipts: those that others ask for, and those that come back. */
export const receipts = {
  label: 'Read receipt',
  asks: (who: string) => `${who} asks to be told that you have read this.`,
  elsewhere: (to: string) => `The receipt would not go to the sender, but to ${to}.`,
  send: 'Send receipt',
  ignore: 'Not for this message',
  never: (who: string) => `Never for ${who}`,
  sent: 'Receipt sent',
  ignored: 'No receipt for this message',
  neverDone: (who: string) => `${who} is never sent a receipt`,
  undo: 'Undo',
  failed: {
    unreachable: 'Not sent: the server cannot be reached.',
    mdnAlreadySent: 'A receipt for this message was sent already.',
    rateLimit: 'Not sent: this account has sent a hundred receipts within an hour.',
    forbidden: 'Not sent: the message asks for more than can be confirmed here.',
    forbiddenFrom: 'Not sent: this account has no name and address of its own to send from.',
    other: 'Not sent: the server did not take it. Try again.',
  },

  read: (who: string, at: string) => `${who} has read this: ${at}`,
  readSometime: (who: string) => `${who} has read this.`,
  waiting: 'You asked for a read receipt. None has come yet.',

  settings: {
    title: 'Read receipts',
    intro:
      'Nobody learns that you have read a message unless you send a receipt yourself, message by message.',
    asking: 'New messages ask for a receipt',
    never: 'Senders who are never sent one',
    none: 'Nobody.',
    remove: (who: string) => `Ask me again for ${who}`,
    removed: (who: string) => `You are asked again for ${who}`,
  },
}
