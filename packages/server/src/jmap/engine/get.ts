import { accountWireId, type WireId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import { type AccountChoice, readAccount, readIds, invalid, readStrings } from './arguments.ts'
import { limits } from './limits.ts'
import type { Arguments, Caller, JmapAccount } from './method.ts'

/** The arguments every Foo/get shares (RFC 8620 §5.1). */
export interface GetRequest<N extends number> {
  account: JmapAccount
  /** Decoded ids; null asks for all. */
  ids: N[] | null
  /** Ids that cannot be any of ours. */
  malformed: string[]
  properties: ReadonlySet<string> | null
}

export function readRequest<N extends number>(
  args: Arguments,
  caller: Caller,
  codec: WireId<N>,
  allowed: readonly string[] | ((property: string) => boolean),
  choose: AccountChoice = readAccount,
): GetRequest<N> {
  const account = choose(args, caller)
  const texts = readIds(args, 'ids', limits.maxObjectsInGet)
  const properties = readStrings(args, 'properties')
  const isKnown = typeof allowed === 'function' ? allowed : (name: string) => allowed.includes(name)
  const unknown = properties?.find((name) => !isKnown(name))
  if (unknown !== undefined) throw invalid('properties', `properties of the type, which ${unknown} is not`)
  const decoded = texts?.map((text) => ({ text, id: codec.decode(text) })) ?? null
  return {
    account,
    ids: decoded === null ? null : decoded.flatMap(({ id }) => (id === undefined ? [] : [id])),
    malformed: decoded === null ? [] : decoded.flatMap(({ text, id }) => (id === undefined ? [text] : [])),
    properties: properties === null ? null : new Set(['id', ...properties]),
  }
}

/** The answer every Foo/get shares; the state is read before the objects, so a client can only be told too much. */
export async function answerGet<N extends number>(
  changes: Changes,
  request: GetRequest<N>,
  codec: WireId<N>,
  load: () => Promise<Array<{ id: N; json: Record<string, unknown> }>>,
): Promise<Record<string, unknown>> {
  const state = await changes.state(request.account.id)
  return buildAnswer(request, codec, state, await load())
}

/** The same answer for objects that were read together with the state, in one statement. */
export function buildAnswer<N extends number>(
  request: GetRequest<N>,
  codec: WireId<N>,
  state: number,
  objects: ReadonlyArray<{ id: N; json: Record<string, unknown> }>,
): Record<string, unknown> {
  const presentIds = new Set<number>(objects.map((object) => object.id))
  const missing = (request.ids ?? []).filter((id) => !presentIds.has(id))
  return {
    accountId: accountWireId.encode(request.account.id),
    state: String(state),
    list: objects.map((object) => object.json),
    notFound: [...request.malformed, ...missing.map((id) => codec.encode(id))],
  }
}

/** Keeps the properties asked for. */
export function pick(
  json: Record<string, unknown>,
  properties: ReadonlySet<string> | null,
): Record<string, unknown> {
  if (properties === null) return json
  const picked: Record<string, unknown> = {}
  for (const name of properties) if (Object.hasOwn(json, name)) picked[name] = json[name]
  return picked
}
