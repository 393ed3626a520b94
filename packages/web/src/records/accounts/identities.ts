import type { Identity, SetArgs } from '@plmail/wire'
import type { KeptIdentity } from '../../disk/index.ts'
import { createBatch, type Jmap } from '../../net/index.ts'
import { sayRefusal } from '../../words/say-refusal.ts'
import { createTopic } from '../core/topic.ts'

/** As whom the user may write, over all accounts. */
export interface IdentityRecords {
  /** Watched. Undefined until the first answer. */
  all(): readonly KeptIdentity[] | undefined
  /** Asks anew; false when no answer came. */
  load(): Promise<boolean>
  /** The identities of an earlier visit, until the server answers. */
  restore(identities: readonly KeptIdentity[]): void
  /** Returns why the server refused it, or undefined when it did not. */
  change(
    accountId: string,
    id: string,
    changes: Partial<Pick<Identity, 'name' | 'replyTo' | 'bcc' | 'textSignature' | 'htmlSignature'>>,
  ): Promise<string | undefined>
  /** The same, of a new one. */
  create(accountId: string, identity: NewIdentity): Promise<string | undefined>
  remove(accountId: string, id: string): Promise<string | undefined>
}

type NewIdentity = Pick<Identity, 'email'> & Partial<Omit<Identity, 'id' | 'mayDelete'>>

/** `keep`: puts them on this device, for messages that are begun without the network. */
export function createIdentities(
  jmap: Jmap,
  accountIds: () => Promise<readonly string[]>,
  keep: (identities: readonly KeptIdentity[]) => void,
): IdentityRecords {
  const topic = createTopic()
  let identities: readonly KeptIdentity[] | undefined

  async function load(): Promise<boolean> {
    const batch = createBatch()
    const calls = (await accountIds()).map((accountId) => ({
      accountId,
      call: batch.add('Identity/get', { accountId, ids: null }),
    }))
    if (calls.length === 0) identities = []
    const answers = calls.length === 0 ? undefined : await jmap.send(batch)
    if (calls.length > 0 && !answers) return false
    identities = calls.flatMap(({ accountId, call }) => {
      const answer = answers?.of(call)
      return answer?.ok ? answer.value.list.map((identity) => ({ accountId, identity })) : []
    })
    keep(identities)
    topic.touch()
    return true
  }

  /** Why it was not done, in words where the server has some. */
  async function set(args: SetArgs): Promise<string | undefined> {
    const batch = createBatch()
    const call = batch.add('Identity/set', args)
    const answer = (await jmap.send(batch))?.of(call)
    if (!answer?.ok) return sayRefusal(answer?.error ?? { type: 'unreachable' })
    const { notCreated, notUpdated, notDestroyed } = answer.value
    const [why] = [notCreated, notUpdated, notDestroyed].flatMap((refused) => Object.values(refused ?? {}))
    if (!why) await load()
    return why && (await sayRefusal(why))
  }

  return {
    all() {
      topic.watch()
      return identities
    },
    load,
    restore(earlier) {
      identities = earlier
      topic.touch()
    },
    change: (accountId, id, changes) => set({ accountId, update: { [id]: changes } }),
    create: (accountId, identity) => set({ accountId, create: { new: identity } }),
    remove: (accountId, id) => set({ accountId, destroy: [id] }),
  }
}
