/** One object of each kind, by the ids that clients know them by. */
export interface Objects {
  user: string
  account: string
  mailbox: string
  thread: string
  email: string
  blob: string
  identity: string
  submission: string
  quota: string
  journal: string
  subscription: string
  appPassword: string
  /** A session of theirs besides the one that asks. */
  browser: string
  trustedDevice: string
  /** An open pairing. */
  pairing: string
  passkey: string
  signOnIdentity: string
  /** The personal account of the user, and what is in it. */
  personal: string
  savedSearch: string
  template: string
  addressBook: string
  card: string
  /** The user's own; other calendars are in provider accounts. */
  calendar: string
  calendarSource: string
  conflict: string
  event: string
  /** The news of the booking. */
  notification: string
  trustedSender: string
  shareLink: string
  bookingPage: string
  booking: string
  rule: string
  ruleRun: string
  listRun: string
  /** A state from before any of them. */
  since: string
}

/** Ids that nothing ever had. */
export const nothing: Objects = {
  user: 'U987654321',
  account: 'A987654321',
  mailbox: 'L987654321',
  thread: 'T987654321',
  email: 'M987654321',
  identity: 'I987654321',
  submission: 'S987654321',
  quota: 'Q987654321',
  journal: 'J987654321',
  subscription: 'P987654321',
  appPassword: 'K987654321',
  browser: Buffer.alloc(32, 7).toString('base64url'),
  trustedDevice: 'TD987654321',
  pairing: Buffer.alloc(32, 8).toString('base64url'),
  passkey: 'PK987654321',
  signOnIdentity: 'SI987654321',
  personal: 'A987654321',
  savedSearch: 'SS987654321',
  template: 'MT987654321',
  addressBook: 'AB987654321',
  card: 'V987654321',
  calendar: 'C987654321',
  event: 'CE987654321',
  notification: 'CN987654321',
  calendarSource: 'CS987654321',
  conflict: '987654321',
  trustedSender: 'E987654321',
  rule: 'R987654321',
  ruleRun: 'RR987654321',
  listRun: 'RR987654321',
  shareLink: 'SL987654321',
  bookingPage: 'BP987654321',
  booking: 'BK987654321',
  blob: `B${Buffer.alloc(32, 7).toString('base64url')}`,
  since: '1',
}
