import type { JobEvent, MailboxRole, StateChange } from '@plmail/wire'
import type { Http, Jmap } from '../net/index.ts'
import { type KeptList, type KeptStart, type MailDisk, noDisk } from '../disk/index.ts'
import { createAccounts, type AccountRecords } from './accounts/accounts.ts'
import type { Drafts } from './compose/drafts.ts'
import { lazyDrafts } from './compose/lazy-drafts.ts'
import { createIdentities, type IdentityRecords } from './accounts/identities.ts'
import type { RecordsContext, News } from './core/records-context.ts'
import { createDiskWriter } from './mail/disk-writer.ts'
import { diskSource } from './lists/disk-source.ts'
import { createThreadList, type ThreadList } from './lists/list.ts'
import { listKey, type ListName } from './lists/list-name.ts'
import { lazySearch } from './lists/lazy-search.ts'
import { listSource, type ListSource } from './lists/list-sources.ts'
import { mailboxFor } from './mail/mailboxes.ts'
import { type CalendarContext, createCalendarContext } from './calendar/calendar-context.ts'
import { createPeople, type PeopleRecords } from './people/people.ts'
import { createPersonal } from './core/personal.ts'
import type { CompletePeople } from './people/correspondents.ts'
import { createPreferenceRecords, type PreferenceRecords } from './user/preferences.ts'
import { createReading, type BodyReading } from './mail/reading.ts'
import { createStore, type MailRecords, type ThreadRef } from './mail/store.ts'
import { createSubmissions, type SubmissionRecords } from './compose/submissions.ts'
import { createSync } from './mail/sync.ts'
import type { ListRuns } from './lists/list-runs.ts'
import type { Typeahead } from './mail/typeahead.ts'

export interface Records {
  store: MailRecords
  accounts: AccountRecords
  reading: BodyReading
  drafts: Drafts
  identities: IdentityRecords
  submissions: SubmissionRecords
  people: PeopleRecords
  context: RecordsContext
  calendarContext: CalendarContext
  preferences: PreferenceRecords
  /** Loads the typeahead; its own chunk, because the first screen does without it. */
  typeahead(): Promise<Typeahead>
  /** Loads the server's operations on whole lists; its own chunk for the same reason. */
  listRuns(): Promise<ListRuns>
  /** The list of that name; the last few stay filled, so that going back is instant. */
  list(name: ListName): ThreadList
  /** The account's mailbox of that role, made under `name` when it has none. */
  mailboxFor(accountId: string, role: MailboxRole, name: string): Promise<string | undefined>
  changed(change: StateChange): void
  progressed(job: JobEvent): void
  /** A notice came that is about objects of this type. */
  noticed(reference: string | undefined): void
  catchUp(): Promise<void>
  /** Asked again whenever the lists on screen are, because it is to agree with them. Answers how to end it. */
  alongside(list: Pick<ThreadList, 'refresh'>): () => void
  /** Begins with what the disk has; before anything is shown. */
  restore(start: KeptStart): void
  /** Writes to the disk what is still to be written. */
  flush(): Promise<void>
  /** The same within this turn, after which the page may be gone. */
  leave(): void
}

export interface RecordsParts {
  http: Http
  jmap: Jmap
  /** Resolves after the pause between two rounds of following. */
  pause: () => Promise<void>
  /** Runs `task` after so many ms: what could not be had is asked for again. */
  after?: (ms: number, task: () => void) => void
  /** Without a disk nothing is stored. */
  disk?: MailDisk
  /** Runs `task` when there is nothing better to do. */
  idly?: (task: () => void) => void
  /** Runs `task` after what is under way. */
  soon?: (task: () => void) => void
}

/** After a gap: what others keep may have changed, of whichever account. */
const anything: StateChange = {
  '@type': 'StateChange',
  changed: { '': { Rule: '', SavedSearch: '', ContactCard: '', EmailSubmission: '' } },
}

/** Lists kept filled and true besides the one on screen. */
const keptLists = 4

/** Made ready for reading without a network: the newest of the inbox, or of its first tab. */
const prefetched = 30
const readySoon = [listKey({ role: 'inbox' }), listKey({ role: 'inbox', category: 'primary' })]

export function createRecords({
  http,
  jmap,
  pause,
  after = () => undefined,
  disk = noDisk('unwanted'),
  idly = () => undefined,
  soon = (task) => void setTimeout(task),
}: RecordsParts): Records {
  const store = createStore()
  const lists = new Map<string, ThreadList>()
  const beside = new Set<Pick<ThreadList, 'refresh'>>()
  const followed = new Set<string>()
  const accounts = createAccounts(
    http,
    () => void followAccounts(),
    (answer) => void disk.keepAccounts(answer),
  )
  const sync = createSync({
    jmap,
    store,
    mounted: () => [...lists.values(), ...beside],
    onUnknownAccount: () => void accounts.load(),
    pause,
    after,
  })
  const personal = createPersonal(jmap)
  const listeners = new Set<(news: News) => void>()
  const context: RecordsContext = { jmap, http, personal, listen: (listener) => void listeners.add(listener) }
  const tell = (news: News): void => listeners.forEach((listener) => listener(news))
  const keeping = createDiskWriter({ store, disk, states: sync.states, later: idly })
  const reading = createReading(jmap, store, disk)

  /** Only what is new to the disk costs anything. */
  async function prefetch(key: string): Promise<void> {
    const list = lists.get(key)
    if (disk.trouble || !list) return
    await reading.prefetch(
      Array.from({ length: prefetched }, (_, index) => list.at(index)).flatMap((entry) => entry ?? []),
    )
    // Without the network a message begins with those of the last visit.
    await identities.load()
  }

  async function accountIds(): Promise<readonly string[]> {
    await accounts.loaded()
    return accounts.ids()
  }

  let isFirstAnswer = true
  async function followAccounts(): Promise<void> {
    const ids = new Set(accounts.ids())
    const added = [...ids].filter((id) => !followed.has(id))
    for (const id of followed) if (!ids.has(id)) sync.end(id)
    const hasLeft = [...followed].some((id) => !ids.has(id))
    followed.clear()
    for (const id of ids) followed.add(id)
    await Promise.all(added.map((id) => sync.begin(id)))
    // Lists wait for the first answer by themselves.
    const isNews = !isFirstAnswer && (hasLeft || added.length > 0)
    isFirstAnswer = false
    if (isNews) await Promise.all([...lists.values()].map((list) => list.refresh()))
  }

  let runs: Promise<ListRuns> | undefined
  const listRuns = (): Promise<ListRuns> =>
    (runs ??= import('./lists/list-runs.ts').then(({ createListRuns }) => createListRuns(jmap)))

  /** Asked for by who writes; the first screen does without it. */
  const ofMail: CompletePeople = async (text) =>
    (await import('./people/correspondents.ts')).createCompletion(jmap, accountIds)(text)

  const identities = createIdentities(jmap, accountIds, (all) => void disk.keepIdentities(all))
  const submissions = createSubmissions(jmap, accountIds)
  const calendarContext = createCalendarContext(jmap, personal, http, accountIds)

  function reconsider(refs: readonly ThreadRef[]): void {
    for (const list of lists.values()) list.reconsider(refs)
  }
  store.onLocalChange(reconsider)
  store.onRecategorised(reconsider)

  function withDisk(key: string, source: ListSource): ListSource {
    // Only once the page from the disk is laid: what is asked for before counts as asked for already.
    const onCold = () => soon(() => void lists.get(key)?.refresh())
    const onPage = (list: KeptList): void => {
      keeping.list(list)
      if (readySoon.includes(key)) idly(() => void prefetch(key))
    }
    return diskSource(source, { disk, store, onCold, onPage })
  }

  return {
    store,
    accounts,
    reading,
    drafts: lazyDrafts(jmap),
    identities,
    submissions,
    people: createPeople(jmap, personal, ofMail),
    context,
    calendarContext,
    preferences: createPreferenceRecords(jmap, personal),
    listRuns,
    async typeahead() {
      const { createTypeahead } = await import('./mail/typeahead.ts')
      return createTypeahead(jmap, personal, accountIds)
    },
    list(name) {
      const key = listKey(name)
      const source = () =>
        'role' in name && name.query !== undefined
          ? lazySearch({ jmap, store }, name.query + (name.isUnread ? ' is:unread' : ''), accountIds)
          : withDisk(key, listSource({ jmap, store }, name, accountIds))
      const list = lists.get(key) ?? createThreadList(store, source())
      lists.delete(key)
      lists.set(key, list)
      const oldest = lists.keys().next()
      if (lists.size > keptLists && !oldest.done) lists.delete(oldest.value)
      return list
    },
    mailboxFor: (accountId, role, name) => mailboxFor(jmap, store, accountId, role, name),
    changed(change) {
      sync.changed(change)
      submissions.changed(change)
      calendarContext.changed(change)
      tell({ kind: 'state', change })
    },
    progressed(job) {
      tell({ kind: 'job', job })
      if (job.job === 'list-run') void listRuns().then((running) => running.progressed(job))
      else if (job.job !== 'rule-run') accounts.progress(job)
    },
    noticed: (reference) => tell({ kind: 'notice', reference }),
    catchUp() {
      calendarContext.missed()
      submissions.changed(anything)
      tell({ kind: 'state', change: anything })
      return sync.catchUp()
    },
    alongside(list) {
      beside.add(list)
      return () => void beside.delete(list)
    },
    restore({ accounts: answer, identities: storedIdentities, mailboxes, states }) {
      for (const [accountId, all] of mailboxes)
        store.putMailboxes(accountId, { list: all, state: states.get(accountId) ?? '0' }, true)
      // Without its mailboxes an account is read anew.
      sync.restore(new Map([...states].filter(([accountId]) => mailboxes.has(accountId))))
      if (answer) accounts.restore(answer)
      if (storedIdentities) identities.restore(storedIdentities)
    },
    flush: keeping.flush,
    leave: keeping.leave,
  }
}
