import type { AccountId, StateChange, UserId } from '@plmail/wire'
import { type Changes, mergeNews, type AccountNews, stateChange } from '../../../changes/index.ts'
import type { FanOut } from '../../../http/live/index.ts'
import { encodePushState, type PushState } from './push-state.ts'

export interface StateWatchNeeds {
  changes: Pick<Changes, 'states' | 'state' | 'newsSince' | 'personal'>
  fanOut: FanOut
}

/** The types that one client subscribes to, and how it is notified. */
export interface StateWatchOptions {
  userId: UserId
  /** Whether the client's credentials open an account of the user. */
  sees(accountId: AccountId): boolean
  /** The types asked for; null is all. */
  types: ReadonlySet<string> | null
  /** States at the client's last notification; undefined starts from now. */
  since: PushState | undefined
  onStateChange(change: StateChange, pushState: string): void
  /** News may have been lost and the database does not answer. */
  failed(error: unknown): void
}

/** The news one client is waiting for. */
export interface StateWatch {
  /** Returns the client's states according to its notifications. */
  pushState(): string
  /** Tells what is there already and whatever comes; before this nothing is told. */
  begin(): void
  end(): void
}

/** A burst of writes is told once: an import would otherwise wake every client for each of its batches. */
const burstMs = 50

/** Joins before it reads the states, so that nothing falls between. */
export async function watchStates(
  { changes, fanOut }: StateWatchNeeds,
  options: StateWatchOptions,
): Promise<StateWatch> {
  const { userId, sees, types, since, onStateChange, failed } = options
  const sentStates = new Map<AccountId, number>()
  let news = new Map<AccountId, AccountNews>()
  let timer: NodeJS.Timeout | undefined
  let hasBegun = false

  const isNew = ({ accountId, state }: AccountNews) => state > (sentStates.get(accountId) ?? -1)
  const note = (accountNews: AccountNews) => {
    if (!sees(accountNews.accountId) || !isNew(accountNews)) return
    news.set(accountNews.accountId, mergeNews(news.get(accountNews.accountId), accountNews))
    if (hasBegun) timer ??= setTimeout(flush, burstMs)
  }
  const flush = () => {
    timer = undefined
    const due = [...news.values()].filter(isNew)
    news = new Map()
    for (const { accountId, state } of due) sentStates.set(accountId, state)
    const change = stateChange(due, types)
    if (change) onStateChange(change, encodePushState(sentStates))
  }
  const catchUp = async () => (await changes.newsSince(userId, sentStates)).forEach(note)
  // Else what changes there in a gap would not be news: of an account that nobody knows of nothing is told.
  const standInPersonal = async () => {
    const own = await changes.personal(userId)
    if (own !== undefined && sees(own) && !sentStates.has(own)) sentStates.set(own, await changes.state(own))
  }
  const leave = fanOut.add(userId, {
    event: (event) => {
      if (event.kind === 'state') note({ ...event, delivered: event.delivered ?? false })
    },
    missed: () => void catchUp().catch(failed),
  })
  const end = () => {
    leave()
    clearTimeout(timer)
  }

  try {
    if (since) {
      for (const [id, state] of since) if (sees(id)) sentStates.set(id, state)
      await standInPersonal()
      await catchUp()
    } else {
      for (const { accountId, state } of await changes.states(userId))
        if (sees(accountId)) sentStates.set(accountId, state)
      await standInPersonal()
    }
  } catch (error) {
    end()
    throw error
  }
  return {
    pushState: () => encodePushState(sentStates),
    begin: () => {
      hasBegun = true
      if (news.size > 0) flush()
    },
    end,
  }
}
