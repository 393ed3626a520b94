import { optionalString } from '../../engine/arguments.ts'
import { type Arguments, MethodFailure } from '../../engine/method.ts'

/** The state a client believes the account to be in; what cannot be one is a mismatch. */
export function expectedState(args: Arguments, name: string): number | undefined {
  const text = optionalString(args, name)
  if (text === undefined) return undefined
  const state = Number(text)
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(state)) throw new MethodFailure('stateMismatch')
  return state
}
