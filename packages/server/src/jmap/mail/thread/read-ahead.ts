import type { MessageId, ThreadId } from '@plmail/wire'
import type { Mail, WithState } from '../../../mail/index.ts'
import { isObject } from '../../engine/arguments.ts'
import { bodyProperties } from '../email/properties.ts'
import type { Arguments, CallContext, JmapAccount } from '../../engine/method.ts'

/**
 * Limits of reading ahead. Bodies of longer conversations are read on request; most opened ones have a few messages.
 */
const maxThreads = 4
const maxEmails = 50

/**
 * A conversation is opened by Thread/get and, of what that names, Email/get with the bodies (RFC 8621 §4.10): when these
 * follow each other, one turn to the database reads for both. Undefined when they do not, or it would be too much.
 */
export async function readAhead(
  mail: Mail,
  account: JmapAccount,
  ids: readonly ThreadId[],
  args: Arguments,
  context: CallContext,
): Promise<WithState<Map<ThreadId, MessageId[]>> | undefined> {
  if (ids.length === 0 || ids.length > maxThreads || !asksForBodies(args, context)) return undefined
  const read = await mail.read.wholeThreads(account.id, ids, maxEmails)
  if (read === 'too-many') return undefined
  context.leave?.({ ...read, accountId: account.id })
  const emailIdsByThread = new Map<ThreadId, MessageId[]>()
  for (const { id, threadId } of read.found)
    emailIdsByThread.set(threadId, [...(emailIdsByThread.get(threadId) ?? []), id])
  return { state: read.state, found: emailIdsByThread }
}

function asksForBodies({ accountId }: Arguments, { next }: CallContext): boolean {
  if (next?.[0] !== 'Email/get') return false
  const { '#ids': reference, properties, accountId: where } = next[1]
  if (where !== accountId || !isObject(reference)) return false
  if (reference['name'] !== 'Thread/get' || reference['path'] !== '/list/*/emailIds') return false
  if (properties === undefined || properties === null) return true
  return Array.isArray(properties) && bodyProperties.some((name) => properties.includes(name))
}
