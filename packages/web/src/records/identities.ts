import type { Identity } from '@plmail/wire'
import { createBatch, type Jmap } from '../net/index.ts'
import { createTopic } from './topic.ts'

/** As whom the user may write, over all accounts. */
export interface Identities {
  /** Watched. Undefined until the first answer. */
  all(): readonly { accountId: string; identity: Identity }[] | undefined
  /** Asks anew; false when no answer came. */
  load(): Promise<boolean>
  /** Answers why the server would not, or undefined when it did. */
  change(
    accountId: string,
    id: string,
    changes: Partial<Pick<Identity, 'name' | 'replyTo' | 'textSignature' | 'htmlSignature'>>,
  ): Promise<string | undefined>
}

export function createIdentities(jmap: Jmap, accountIds: () => Promise<readonly string[]>): Identities {
  const topic = createTopic()
  let held: readonly { accountId: string; identity: Identity }[] | undefined

  async function load(): Promise<boolean> {
    const batch = createBatch()
    const calls = (await accountIds()).map((accountId) => ({
      accountId,
      call: batch.add('Identity/get', { accountId, ids: null }),
    }))
    if (calls.length === 0) held = []
    const answers = calls.length === 0 ? undefined : await jmap.send(batch)
    if (calls.length > 0 && !answers) return false
    held = calls.flatMap(({ accountId, call }) => {
      const answer = answers?.of(call)
      return answer?.ok ? answer.value.list.map((identity) => ({ accountId, identity })) : []
    })
    topic.touch()
    return true
  }

  return {
    all() {
      topic.watch()
      return held
    },
    load,
    async change(accountId, id, changes) {
      const batch = createBatch()
      const call = batch.add('Identity/set', { accountId, update: { [id]: changes } })
      const answer = (await jmap.send(batch))?.of(call)
      if (!answer?.ok) return answer?.error.type ?? 'unreachable'
      const why = answer.value.notUpdated?.[id]
      if (!why) await load()
      return why && (why.description ?? why.type)
    },
  }
}
