import type { KeptIdentity, KeptList, KeptThread, MailDisk, Saving } from '../../disk/index.ts'
import { noDisk } from '../../disk/index.ts'
import type { AccountsAnswer, Mailbox, RenderedBody, SessionInfo } from '@plmail/wire'

const session: SessionInfo = {
  user: {
    id: 'U1',
    email: 'ada@example.org',
    name: 'Ada',
    isAdmin: false,
    language: 'en',
    locale: 'en',
    timeZone: 'UTC',
    unchosen: [],
  },
  version: '1',
  isDemo: false,
  formToken: '',
  deviceMark: '',
  enrolBy: null,
  passkeyOrigin: null,
  ownProof: { hasPassword: true, provider: null, mayChoosePassword: true },
}

/** A disk for tests without a browser: what one client keeps, the next one starts with. */
export function memoryDisk(): MailDisk & { keptThreads(): string[] } {
  const threads = new Map<string, KeptThread>()
  const lists = new Map<string, KeptList>()
  const bodies = new Map<string, RenderedBody>()
  const states = new Map<string, string>()
  const mailboxes = new Map<string, readonly Mailbox[]>()
  let accounts: AccountsAnswer | undefined
  let identities: readonly KeptIdentity[] | undefined
  let left: Saving | undefined
  const disk: ReturnType<typeof memoryDisk> = {
    ...noDisk('unwanted'),
    trouble: undefined,
    keptThreads: () => [...threads.keys()].sort(),
    leave: (saving) => void (left = structuredClone(saving)),
    async start() {
      if (left) take(left, true)
      return { session, accounts, identities, states: new Map(states), mailboxes: new Map(mailboxes) }
    },
    list: async (key) => lists.get(key),
    threads: async (keys) => keys.flatMap((key) => threads.get(key) ?? []),
    body: async (key) => bodies.get(key),
    hasBody: async (key) => bodies.has(key),
    keepBody: async (key, body) => void bodies.set(key, body),
    keepAccounts: async (answer) => void (accounts = answer),
    keepIdentities: async (all) => void (identities = all),
    save: async (saving) => take(saving, false),
  }

  function take(saving: Saving, isLeft: boolean): ReadonlySet<string> {
    left = undefined
    const isBehind = ([id, state]: readonly [string, string]): boolean =>
      Number(states.get(id) ?? (isLeft ? Infinity : 0)) > Number(state)
    const behind = new Set([...saving.states].filter(isBehind).map(([id]) => id))
    const isOutdated = ({ accountId, emails, key }: KeptThread): boolean =>
      !behind.has(accountId) &&
      (saving.outdatedThreads.includes(key) ||
        emails.some(({ id }) => saving.outdatedEmails.includes(`${accountId}/${id}`)))
    for (const thread of Array.from(threads.values())) if (isOutdated(thread)) threads.delete(thread.key)
    for (const thread of saving.threads)
      if (!behind.has(thread.accountId)) threads.set(thread.key, structuredClone(thread))
    if (!isLeft || behind.size === 0) for (const list of saving.lists) lists.set(list.key, list)
    for (const [id, all] of saving.mailboxes) if (!behind.has(id)) mailboxes.set(id, all)
    for (const [id, state] of saving.states) if (!behind.has(id)) states.set(id, state)
    return behind
  }
  return disk
}
