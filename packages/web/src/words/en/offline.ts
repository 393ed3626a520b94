import { counted } from '../numbers.ts'

/** Texts about being offline. */
export const offline = {
  bar: {
    offline: 'Offline',
    waiting: (n: number) => `${counted(n, 'change', 'changes')} waiting`,
    notLasting: 'They are lost when this window closes.',
  },
  tryAgain: 'Try again',
  newVersion: { text: 'There is a new version of plMail.', reload: 'Reload for the new version' },
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  opening: 'Opening …',
  notOpened: 'That could not be opened. Check your connection and try again.',
}
