/** The pages rendered here: sign-in, first set-up, what became of a sign-in at a provider, and errors. */
export const pages = {
  email: 'Email address',
  password: 'Password',
  signIn: {
    title: 'Sign in',
    remember: 'Stay signed in on this device for 60 days',
    noMailHere: 'Do not keep mail on this device',
    // One sentence for an unknown address and a wrong password: it must not tell who has an account.
    wrong: 'The email address or the password is not right.',
    tooMany: (minutes: number) =>
      `Too many failed attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  },
  install: {
    title: 'Set up',
    welcome: 'Welcome to plMail',
    lead: 'Create the administrator account.',
    problems: 'Something below needs another look. Please type the password once more.',
    here: 'This installation',
    address: 'Address in the browser',
    addressHint:
      'How you and others reach plMail, such as https://mail.example.org. You can change it later.',
    language: 'Language',
    formats: 'Date and number formats',
    timeZoneOfBrowser: 'Same as this browser',
    timeZone: 'Time zone',
    create: 'Create account and continue',
    name: 'Your name',
    emailHint: 'You sign in with it. Mailboxes are connected in the next step.',
    passwordHint: 'At least 12 characters; a short sentence works well.',
    setupCode: 'Setup code',
    setupCodeHint: 'Printed in the log of the server when it started: it proves that this server is yours.',
    wrongCode: 'This is not the code in the log of this server.',
  },
  notConnected: {
    title: (provider: string) => `Not connected to ${provider}`,
    again: 'Try again',
    back: 'Back to your accounts',
  },
  problem: {
    toMail: 'Go to your mail',
    tryAgain: 'Please try again in a moment.',
    notFound: 'There is nothing at this address.',
    reference: (status: number) => `Status ${status} · reference`,
  },
  demo: { label: 'Demo', text: 'A demo with made-up mail. Nothing leaves this machine.' },
}
