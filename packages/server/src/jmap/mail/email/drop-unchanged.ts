import { isDeepStrictEqual } from 'node:util'
import { accountWireId } from '@plmail/wire'
import type { Mail } from '../../../mail/index.ts'
import type { JsonObject } from '../../engine/arguments.ts'
import type { CallContext, JmapAccount } from '../../engine/method.ts'
import { resolveCreationId } from '../../engine/set.ts'
import { emailGet } from './get.ts'
import { rowProperties, summaryProperties } from './properties.ts'

/** Properties that no update changes, but which it may repeat with their current value (RFC 8620 §5.3). */
const fixed: readonly string[] = [...rowProperties, ...summaryProperties].filter(
  (name) => name !== 'keywords' && name !== 'mailboxIds',
)

/** The updates without what is as they say: a client may send back an Email as it was given, with a keyword more. */
export async function withoutUnchanged(
  mail: Mail,
  account: JmapAccount,
  updates: ReadonlyArray<[string, JsonObject]>,
  context: CallContext,
): Promise<Array<[string, JsonObject]>> {
  const naming = updates.filter(([, patch]) => fixed.some((name) => Object.hasOwn(patch, name)))
  if (naming.length === 0) return [...updates]
  const ids = naming.flatMap(([text]) => resolveCreationId(text, context.createdIds) ?? [])
  const args = { accountId: accountWireId.encode(account.id), ids, properties: fixed }
  const answer = (await emailGet({ mail }).run(args, context)) as { list: JsonObject[] }
  const present = new Map(answer.list.map((email) => [email['id'], email]))
  return updates.map(([text, patch]) => [
    text,
    withoutSame(patch, present.get(resolveCreationId(text, context.createdIds)) ?? {}),
  ])
}

function withoutSame(patch: JsonObject, email: JsonObject): JsonObject {
  const isSame = (name: string, value: unknown) =>
    Object.hasOwn(email, name) && isDeepStrictEqual(email[name], value)
  return Object.fromEntries(Object.entries(patch).filter(([name, value]) => !isSame(name, value)))
}
