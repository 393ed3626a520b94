import { counted, size } from '../numbers.ts'

/** Texts about the user's session in this browser: continuing it, ending it, and the data it leaves on the device. */
export const session = {
  signIn: {
    title: 'Sign in to go on',
    text: 'Your session has ended. Nothing is lost: what you wrote and changed is still here.',
    waiting: (n: number) => `${counted(n, 'change', 'changes')} will be sent once you have signed in.`,
    as: 'You were signed in as',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The password is not right.',
    tooMany: 'Too many failed attempts. Try again in a few minutes.',
    elsewhere: 'Sign in as somebody else',
  },
  signOut: {
    title: 'Sign out now?',
    text: (n: number) =>
      `${counted(n, 'change has', 'changes have')} not reached the server yet and would be lost.`,
    anyway: 'Sign out anyway',
  },
  device: {
    title: 'Mail on this device',
    text: 'What you open, and the newest of your inbox, is kept in this browser, so that it opens at once and can be read without a network. It is taken away when you sign out.',
    keep: 'Keep mail on this device',
    keepText: 'Switch this off on a computer that others use too.',
    used: (octets: number) => `This browser uses ${size(octets)} for plMail.`,
    trouble: {
      unwanted: 'No mail is kept on this device.',
      missing:
        'This browser does not let plMail keep anything, as in private windows. Everything works, but only with a network.',
      full: 'There is no more room on this device. What is kept already can be read; nothing new is added.',
    },
    install: 'Install plMail as an app',
    installText: 'It gets a window and an icon of its own.',
  },
}
