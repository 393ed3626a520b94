import type {
  AccountRemoved,
  AccountsAnswer,
  AccountView,
  DiscoveredServers,
  HealthCard,
  JobEvent,
  NewAccount,
  RefusedChange,
  SignInOffer,
} from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import { createTopic } from '../core/topic.ts'

/** The connected mailboxes and what their owner can do to them. Every action answers problems as values. */
export interface AccountRecords {
  /** Watched. Undefined until the first answer. */
  all(): readonly AccountView[] | undefined
  /** Watched. Whether neither disk nor server has answered yet, not even with a failure. */
  isWaiting(): boolean
  get(id: string): AccountView | undefined
  ids(): readonly string[]
  /** Watched. What is the matter, each cause once, worst first. */
  health(): readonly HealthCard[]
  /** Watched. Where mailboxes can be connected by signing in; empty where the server offers none. */
  signIns(): readonly SignInOffer[]
  load(): Promise<Answer<unknown>>
  /** An answer from an earlier visit, until the server gives one. */
  restore(answer: AccountsAnswer): void
  /** Resolves once the first answer is here. */
  loaded(): Promise<void>
  /** A live event about an import. */
  progress(job: JobEvent): void
  discover(address: string): Promise<Answer<DiscoveredServers>>
  add(account: NewAccount): Promise<Answer<AccountView>>
  changePassword(id: string, password: string): Promise<Answer<unknown>>
  syncNow(id: string): Promise<Answer<unknown>>
  /** Asks for messages again that could not be fetched. */
  fetchAgain(id: string): Promise<Answer<unknown>>
  /** Switches instant delivery; switching on what is on registers it anew. */
  switchInstant(id: string, isOn: boolean): Promise<Answer<AccountView>>
  /** The answer has a notice when something is left to do at the provider. */
  remove(id: string): Promise<Answer<AccountRemoved | undefined>>
  /** Lists the changes that the account's mail server refused, newest first. Fetched on every call, not cached. */
  refused(id: string): Promise<Answer<{ refused: RefusedChange[] }>>
  dismissRefused(id: string, changeId: string): Promise<Answer<unknown>>
}

/** `onAnswer` gets every answer of the server. */
export function createAccounts(
  http: Http,
  onChange: () => void,
  onAnswer: (answer: AccountsAnswer) => void,
): AccountRecords {
  const topic = createTopic()
  let listed: AccountView[] | undefined
  let hasAnswer = false
  let health: readonly HealthCard[] = []
  let signIns: readonly SignInOffer[] = []
  let tellLoaded: () => void = () => undefined
  const isLoaded = new Promise<void>((resolve) => (tellLoaded = resolve))
  /** The latest event of each account's import since the question that is under way was asked. */
  const importEvents = new Map<string, JobEvent>()

  function keep(answer: AccountsAnswer): void {
    listed = answer.accounts.map(withImport)
    health = answer.health
    signIns = answer.signIns
    tellLoaded()
    topic.touch()
    onChange()
  }

  /** The server may have answered before the event, which came over another connection: then the event is newer. */
  function withImport(account: AccountView): AccountView {
    const event = importEvents.get(account.id)
    if (!event) return account
    const isOver = event.done >= event.total
    return { ...account, import: isOver ? null : { done: event.done, total: event.total } }
  }

  const load = oneAtATime(async (): Promise<Answer<unknown>> => {
    importEvents.clear()
    const answer = await http.call<AccountsAnswer>('GET', '/api/accounts')
    if (answer.ok) {
      keep(answer.value)
      onAnswer(answer.value)
    }
    hasAnswer = true
    topic.touch()
    return answer
  })

  /** The list is read anew after every success, so that it shows what the server made of it. */
  async function thenLoad<T>(doing: Promise<Answer<T>>): Promise<Answer<T>> {
    const answer = await doing
    if (answer.ok) await load()
    return answer
  }

  return {
    all() {
      topic.watch()
      return listed
    },
    isWaiting() {
      topic.watch()
      return !listed && !hasAnswer
    },
    get(id) {
      topic.watch()
      return listed?.find((account) => account.id === id)
    },
    ids: () => listed?.map(({ id }) => id) ?? [],
    health() {
      topic.watch()
      return health
    },
    signIns() {
      topic.watch()
      return signIns
    },
    load,
    restore(answer) {
      if (listed === undefined) keep(answer)
    },
    loaded: () => isLoaded,
    progress(job) {
      importEvents.set(job.accountId, job)
      listed = listed?.map(withImport)
      topic.touch()
    },
    discover: (address) => http.call('POST', '/api/accounts/discover', { address }),
    add: (account) => thenLoad(http.call('POST', '/api/accounts', account)),
    changePassword: (id, password) =>
      thenLoad(http.call('POST', `/api/accounts/${id}/password`, { password })),
    syncNow: (id) => http.call('POST', `/api/accounts/${id}/sync`),
    fetchAgain: (id) => http.call('POST', `/api/accounts/${id}/unfetched`),
    // Also after a refusal, which is shown with the account from then on.
    switchInstant: async (id, isOn) => {
      const answer = await http.call<AccountView>('POST', `/api/accounts/${id}/instant`, { isOn })
      await load()
      return answer
    },
    remove: (id) => thenLoad(http.call('DELETE', `/api/accounts/${id}`)),
    refused: (id) => http.call('GET', `/api/accounts/${id}/refused`),
    dismissRefused: (id, changeId) => http.call('DELETE', `/api/accounts/${id}/refused/${changeId}`),
  }
}
