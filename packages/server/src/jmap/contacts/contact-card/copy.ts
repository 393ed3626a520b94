import { readObjects, onlyKnown, readPersonalAccount } from '../../engine/arguments.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'

/**
 * ContactCard/copy (RFC 9610 §3.6). Cards go from one account to another, and a user has one account with cards: whichever
 * account is named as the source has none, or is the same one.
 */
export const contactCardCopy: Method = {
  writes: true,
  run: async (args, { caller }) => {
    const own = ['create', 'onSuccessDestroyOriginal', 'destroyFromIfInState', 'ifFromInState', 'ifInState']
    onlyKnown(args, ['fromAccountId', 'accountId', ...own])
    readPersonalAccount(args, caller)
    readObjects(args, 'create')
    const from = args['fromAccountId']
    if (from === args['accountId'])
      throw new MethodFailure('invalidArguments', 'fromAccountId must be another account', {
        arguments: ['fromAccountId'],
      })
    try {
      readPersonalAccount({ accountId: from }, caller)
    } catch (error) {
      if (!(error instanceof MethodFailure)) throw error
      if (error.type === 'accountNotFound') throw new MethodFailure('fromAccountNotFound')
      if (error.type !== 'accountNotSupportedByMethod') throw error
    }
    throw new MethodFailure('fromAccountNotSupportedByMethod')
  },
}
