import { accountWireId, type WireId } from '@plmail/wire'
import { type AccountChoice, onlyKnown } from './arguments.ts'
import { type Arguments, type CallContext, type JmapAccount, MethodFailure } from './method.ts'

/** The arguments of a method about one object: its account, and its `id`. */
export function oneOf<N extends number>(
  args: Arguments,
  { caller }: Pick<CallContext, 'caller'>,
  wireId: WireId<N>,
  choose: AccountChoice,
  more: readonly string[] = [],
): { account: JmapAccount; id: N } {
  onlyKnown(args, ['accountId', 'id', ...more])
  const account = choose(args, caller)
  const { id: text } = args
  if (typeof text !== 'string') throw new MethodFailure('invalidArguments', 'id is not an id')
  const id = wireId.decode(text)
  if (id === undefined) throw noSuch()
  return { account, id }
}

/** There is nothing of this id. */
export const noSuch = (): MethodFailure =>
  new MethodFailure('invalidArguments', { problem: 'request/not-found' })

/** The answer with an address that is told this once. */
export function addressAnswer(
  account: JmapAccount,
  id: string,
  token: string,
  page: string,
): Record<string, unknown> {
  return { accountId: accountWireId.encode(account.id), ...newAddress(id, token, page) }
}

/** `page` is the address up to the token. */
export const newAddress = (id: string, token: string, page: string) => ({ id, token, url: `${page}${token}` })
