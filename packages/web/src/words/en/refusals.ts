import { count } from '../numbers.ts'

/** Why the server would not do something, where it has no words of its own for it; parts of sentences. */
export const refusals = {
  byType: {
    accountNotFound: 'the account is no longer here',
    accountReadOnly: 'this account can only be read',
    forbidden: 'that cannot be changed here',
    forbiddenFrom: 'the account may not send from this address',
    forbiddenMailFrom: 'the account may not send from this address',
    invalidProperties: 'the server cannot make sense of it',
    invalidEmail: 'the server cannot make sense of it',
    noRecipients: 'it is addressed to nobody',
    notFound: 'it is no longer here',
    overQuota: 'there is no room left',
    rateLimit: 'that was too much in a short time; try again later',
    requestRefused: 'it is too large',
    stateMismatch: 'it was changed in the meantime',
    tooLarge: 'it is too large',
    unreachable: 'the server cannot be reached right now',
  },
  other: 'something went wrong on the server',
  invalidRecipients: (names: string) => `the server does not accept ${names}`,
  tooManyRecipients: (most: number) => `at most ${count(most)} recipients at a time`,
}
