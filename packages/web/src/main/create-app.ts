import type { Preferences, SessionInfo } from '@plmail/wire'
import {
  createCalendarDesk,
  createCommands,
  createComposeDesk,
  createConnection,
  createDesk,
  createDialogs,
  createMailActions,
  createNavigator,
  createOutbox,
  createPreferences,
  createThreadDesk,
  createToasts,
  createTypingHandover,
  createUndoStack,
  deviceDraftKeys,
  lazySenders,
  orWhole,
  type App,
  type MessageQueue,
  type Notifying,
} from '../commands/index.ts'
import type { Http, Jmap } from '../net/index.ts'
import { createRecords, createTopic } from '../records/index.ts'
import type { DeedStore, MailDisk } from '../disk/index.ts'
import { isWide } from '../ui/index.ts'
import {
  type DateWords,
  createDateWords,
  offlineWords,
  rememberLanguage,
  words,
  writeNumbersAs,
} from '../words/index.ts'
import { sayChangeRefused } from '../words/say-refusal.ts'
import { addressBar, after, idly, jitter, newId, passed, saveBlob, withLockOf } from './browser.ts'
import { deliverKeys } from './deliver-keys.ts'
import { createDevice } from './device.ts'
import { tellOthersToLeave } from './leaving.ts'

/** Between two rounds of following the server: an import's stream of events costs two requests a second. */
const roundPauseMs = 400
/** A slow disk holds up the next changes no longer than this. */
const savingMs = 2_000

export interface Wiring {
  session: SessionInfo
  http: Http
  jmap: Jmap
  disk: MailDisk
  storage: DeedStore
}

const later = () => import('./lazy-parts.ts')

type BlobFile = Parameters<App['download']>[0]

/** Puts the rooms together: the dependency map of the client. */
export function wire({ session, http, jmap, disk, storage }: Wiring): { app: App; place: HTMLElement } {
  const pause = (): Promise<void> => new Promise((done) => after(roundPauseMs, done))
  const records = createRecords({ http, jmap, pause, after, disk, idly, soon: (task) => void after(0, task) })
  const toasts = createToasts(after)
  const typing = createTypingHandover(after, () =>
    toasts.show({ text: offlineWords.notOpened, tone: 'problem' }),
  )
  deliverKeys(typing)
  const dialogs = createDialogs(typing)
  const navigator = createNavigator(addressBar, dialogs.close)
  const compose = createComposeDesk(deviceDraftKeys(localStorage, session.user.id), typing)
  const preferences = createPreferences(localStorage, records.preferences)
  const desk = createDesk(
    records,
    navigator,
    (draft) => compose.begin({ kind: 'draft', ...draft }),
    () => preferences.current.hasCategoryTabs,
  )
  const undoStack = createUndoStack()
  const outbox = createOutbox({
    jmap,
    store: records.store,
    storage,
    saved: () => Promise.race([records.flush(), passed(savingMs)]),
    withLock: withLockOf(session.user.id),
    channel: new BroadcastChannel(`plmail-outbox-${session.user.id}`) as never,
    newId,
    soon: queueMicrotask,
    after,
    jitter,
    onRefused: (verb, why, run) =>
      void sayChangeRefused(verb, why).then((text) =>
        toasts.show({ text, tone: 'problem', action: { title: offlineWords.tryAgain, run } }),
      ),
    onNotUndone: (why) => toasts.show({ text: why ?? words.notUndone, tone: 'problem' }),
  })
  const device = createDevice(session, disk)
  let notifying: Promise<Notifying> | undefined
  let messageQueue: Promise<MessageQueue> | undefined
  async function leaving() {
    const flush = async (): Promise<boolean> =>
      (await outbox.flush()) && (await (await app.messageQueue()).send())
    return (await later()).loadLeaving({ session, http, flush, disk, tellOthers: tellOthersToLeave })
  }
  const isSideBySide = (): boolean => isWide.current && preferences.current.reading !== 'instead'
  const acting = { records, desk, outbox, toasts, undoStack, isSideBySide }
  const actions = orWhole(createMailActions(acting), acting)
  const threads = createThreadDesk()
  const calendar = createCalendarDesk()
  const senders = lazySenders({ records, navigator, actions, toasts, undoStack })
  const { user } = session
  writeNumbersAs(user.locale)
  const commands = createCommands({
    records,
    navigator,
    desk,
    calendar,
    compose,
    actions,
    dialogs,
    senders,
    threads,
    toasts,
    undoStack,
    preferences,
    isAdmin: user.isAdmin,
    chosenKeys: (id) => preferences.current.keys[id],
  })
  const fetchBlob = ({ accountId, blobId, name, type }: BlobFile): Promise<Blob | undefined> => {
    const path = [accountId, blobId, name].map(encodeURIComponent).join('/')
    return jmap.download(`/jmap/download/${path}?type=${encodeURIComponent(type)}`)
  }
  const zone = zoneOf(session)
  const datesBy = new Map<Preferences['clock'], DateWords>()
  const datesIn = (clock: Preferences['clock']): DateWords => {
    const hours = clock === 'locale' ? undefined : clock === '12' ? 12 : 24
    const dates =
      datesBy.get(clock) ??
      createDateWords({ locale: user.locale, timeZone: zone, hours, now: () => new Date() })
    datesBy.set(clock, dates)
    return dates
  }
  const sessionTopic = createTopic()
  const app: App = {
    get session() {
      sessionTopic.watch()
      return session
    },
    records,
    navigator,
    desk,
    calendar,
    compose,
    actions,
    commands,
    dialogs,
    typing,
    senders,
    threads,
    toasts,
    undoStack,
    outbox,
    messageQueue: () =>
      (messageQueue ??= later()
        .then((parts) => parts.loadQueue(app, jmap))
        .catch((error: unknown) => {
          // Without the network, at the first visit ever: the next time it may be there.
          messageQueue = undefined
          throw error
        })),
    preferences,
    connection: createConnection(after),
    device,
    notifying: () => (notifying ??= later().then((parts) => parts.loadNotifying({ session, jmap, records }))),
    timeZone: zoneOf(session),
    get dates() {
      return datesIn(preferences.current.clock)
    },
    async download(file) {
      const blob = await fetchBlob(file)
      if (blob) saveBlob(blob, file.name)
      return blob !== undefined
    },
    blob: fetchBlob,
    upload: jmap.upload,
    after,
    http,
    renew(renewed) {
      Object.assign(session, renewed)
      sessionTopic.touch()
      void disk.keepSession(renewed)
    },
    signOut: async (how) => (await leaving()).signOut(how),
    async setConventions(conventions) {
      const answer = await http.call('POST', '/api/session/conventions', conventions)
      if (!answer.ok) return answer
      // Every date, number and sentence on the page is written anew, and what the disk shows first with them.
      rememberLanguage(conventions.language)
      await disk.keepSession({ ...session, user: { ...session.user, ...conventions } })
      location.reload()
      return answer
    },
    signOutEverywhere: async () => (await leaving()).signOutEverywhere(),
  }
  return { app, place: document.getElementById('app') ?? document.body }
}

/** An unknown zone name would make every date throw. */
function zoneOf({ user }: SessionInfo): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: user.timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
