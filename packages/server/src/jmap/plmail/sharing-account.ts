import { type AccountChoice, readPersonalAccount } from '../engine/arguments.ts'
import type { SessionAccount } from '../engine/capability.ts'
import { MethodFailure } from '../engine/method.ts'

/** The caller's personal account, for credentials that open its calendars: share links and booking pages are there. */
export const readSharingAccount: AccountChoice = (args, caller) => {
  const account = readPersonalAccount(args, caller)
  if (!caller.calendars.has(account.id)) throw new MethodFailure('accountNotSupportedByMethod')
  return account
}

/** `ofAccount` of their capabilities. */
export const inSharingAccount = ({ isOfPerson, holdsCalendars }: SessionAccount) =>
  isOfPerson && holdsCalendars ? {} : undefined
