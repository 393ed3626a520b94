import { type AccountChoice, readPersonalAccount } from '../../engine/arguments.ts'
import { MethodFailure } from '../../engine/method.ts'

/**
 * The caller's personal account, for credentials that open mail: rules move it, so those that open calendars only have
 * none.
 */
export const readRulesAccount: AccountChoice = (args, caller) => {
  const account = readPersonalAccount(args, caller)
  if (caller.accounts.size === 0) throw new MethodFailure('accountNotSupportedByMethod')
  return account
}
