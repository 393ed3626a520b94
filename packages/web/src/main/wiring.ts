import type { SessionInfo } from '@plmail/wire'
import {
  createCommands,
  createConnection,
  createDesk,
  createDialogs,
  createMailActions,
  createNavigator,
  createOutbox,
  createPreferences,
  createToasts,
  createUndoStack,
  type App,
} from '../commands/index.ts'
import type { Http, Jmap } from '../net/index.ts'
import { createRecords } from '../records/index.ts'
import { isWide } from '../ui/index.ts'
import { createDateWords, words, writeNumbersAs } from '../words/index.ts'
import { addressBar, after, saveBlob } from './browser.ts'

/** Between two rounds of following the server: an import's stream of events costs two requests a second. */
const roundPauseMs = 400

/** Puts the rooms together: the dependency map of the client. */
export function wire(session: SessionInfo, http: Http, jmap: Jmap): { app: App; place: HTMLElement } {
  const records = createRecords({ http, jmap, pause: () => new Promise((done) => after(roundPauseMs, done)) })
  const dialogs = createDialogs()
  const navigator = createNavigator(addressBar, dialogs.close)
  const desk = createDesk(records, navigator)
  const toasts = createToasts(after)
  const undoStack = createUndoStack()
  const outbox = createOutbox({
    jmap,
    store: records.store,
    soon: queueMicrotask,
    onRefused: (verb, why) => toasts.show({ text: words.refused(verb, why.description), tone: 'problem' }),
    onNotUndone: (why) => toasts.show({ text: words.notUndone(why), tone: 'problem' }),
  })
  const isSideBySide = (): boolean => isWide.current
  const actions = createMailActions({ records, desk, outbox, toasts, undoStack, isSideBySide })
  const { user } = session
  writeNumbersAs(user.locale)
  const commands = createCommands({
    records,
    navigator,
    desk,
    actions,
    dialogs,
    toasts,
    undoStack,
    isAdmin: user.isAdmin,
  })
  const app: App = {
    session,
    records,
    navigator,
    desk,
    actions,
    commands,
    dialogs,
    toasts,
    outbox,
    preferences: createPreferences(localStorage),
    connection: createConnection(after),
    dates: createDateWords({ locale: user.locale, timeZone: zoneOf(session), now: () => new Date() }),
    async download({ accountId, blobId, name, type }) {
      const path = ['/jmap/download', accountId, blobId, name].map((part, index) =>
        index === 0 ? part : encodeURIComponent(part),
      )
      const blob = await jmap.download(`${path.join('/')}?type=${encodeURIComponent(type)}`)
      if (blob) saveBlob(blob, name)
      return blob !== undefined
    },
    signOut: () => postForm('/logout'),
    async setConventions(conventions) {
      const answer = await http.call('POST', '/api/session/conventions', conventions)
      // Every date and number on the page is written anew.
      if (answer.ok) location.reload()
      return answer
    },
    async signOutEverywhere() {
      const answer = await http.call('POST', '/api/session/sign-out-everywhere')
      if (answer.ok) location.assign('/login')
      return answer.ok
    },
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

/** Signing out is a page of the server, reached as a form would. */
function postForm(path: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = path
  document.body.append(form)
  form.submit()
}
