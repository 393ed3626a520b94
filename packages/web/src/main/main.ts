/** Starts the client: at once from the disk if it has records, else once the server has answered with the session. */
import type { SessionInfo } from '@plmail/wire'
import { mount } from 'svelte'
import type { App as Wired } from '../commands/index.ts'
import type { KeptStart, MailDisk } from '../disk/index.ts'
import { createHttp, createJmap, createTokens, type Answer } from '../net/index.ts'
import { rememberLanguage, spoken } from '../words/index.ts'
import App from './App.svelte'
import { requestedMailto } from './requested-mailto.ts'
import { onHidden } from './browser.ts'
import { lastUser, openDisk, openDeedStore, rememberUser, tidy } from './device.ts'
import { hearLive } from './follow-live-events.ts'
import { judgeKept, leaveWithOthers } from './leaving.ts'
import { serveOffline } from './new-version.ts'
import { wire } from './create-app.ts'
import { direction } from '../words/direction.ts'

let running: Wired | undefined
/** Until the server has answered with the session, or failed to, there is nothing to lose in this page. */
let isStarting = true

const http = createHttp((url, init) => fetch(url, init), ended)
const tokens = createTokens(http, () => Date.now())
const jmap = createJmap((url, init) => fetch(url, init), tokens)
void tokens.current()
void boot()

async function boot(): Promise<void> {
  const sessionAnswer = http.call<SessionInfo>('GET', '/api/session')
  const userId = lastUser()
  if (userId === undefined) return fromServer(await sessionAnswer)
  const disk = openDisk(userId)
  const stored = await disk.start()
  if (!stored) return fromServer(await sessionAnswer, disk)
  await start(stored.session, disk, stored)
  await confirm(stored.session, disk, await sessionAnswer)
}

/** A first visit, or one to a browser that keeps nothing. */
async function fromServer(answer: Answer<SessionInfo>, opened?: MailDisk): Promise<void> {
  if (answer.ok) {
    await takeFirstConventions(answer.value)
    const { user } = answer.value
    if (speaksAnew(answer.value)) return
    const isSame = lastUser() === user.id
    if (opened && !isSame) opened.close()
    const disk = opened && isSame ? opened : openDisk(user.id)
    return begin(answer.value, disk)
  }
  if (answer.problem.status !== 401) retryLater(opened)
}

async function begin(session: SessionInfo, disk: MailDisk): Promise<void> {
  isStarting = false
  rememberUser(session.user.id)
  void disk.keepSession(session)
  await start(session, disk)
  void tidy(session.user.id)
}

/** Compares the session shown from the disk with the server's answer about who is signed in. */
async function confirm(shown: SessionInfo, disk: MailDisk, answer: Answer<SessionInfo>): Promise<void> {
  if (!answer.ok) {
    if (answer.problem.status === 401) return
    isStarting = false
    running?.connection.setHeard(false, 'at once')
    return
  }
  isStarting = false
  await takeFirstConventions(answer.value)
  const { user } = answer.value
  if (user.id !== shown.user.id) {
    disk.close()
    rememberUser(user.id)
    return location.reload()
  }
  await disk.keepSession(answer.value)
  const shownAs = ({ language, locale, timeZone }: SessionInfo['user']): string =>
    [language, locale, timeZone].join()
  const isShownAnew = shownAs(user) !== shownAs(shown.user)
  if (!speaksAnew(answer.value) && isShownAnew) return location.reload()
  // What the disk could not know, as that a second factor is due, shows without another load.
  running?.renew(answer.value)
  void tidy(user.id)
}

/** The first browser that signs in decides what nobody has chosen; where that fails, the next visit does. */
async function takeFirstConventions(session: SessionInfo): Promise<void> {
  if (session.user.unchosen.length === 0) return
  const { takeConventions } = await import('./first-conventions.ts')
  await takeConventions(session, http)
}

/** Whether the page is loaded again because the user speaks another language: catalogues are chosen when it loads. */
function speaksAnew({ user }: SessionInfo): boolean {
  if (user.language === spoken || !rememberLanguage(user.language)) return false
  location.reload()
  return true
}

async function start(session: SessionInfo, disk: MailDisk, stored?: KeptStart): Promise<void> {
  // Asked before the address becomes that of a screen.
  const mailto = requestedMailto(location.search)
  const { app, place } = wire({ session, http, jmap, disk, storage: openDeedStore(session.user.id) })
  running = app
  await app.outbox.restore()
  if (stored) app.records.restore(stored)
  document.documentElement.lang = spoken
  document.documentElement.dir = direction
  mount(App, { target: place, props: { app, newVersion: serveOffline(app) } })
  if (mailto !== undefined) app.compose.begin({ kind: 'mailto', url: mailto })
  void app.records.accounts.load()
  hearLive(app, http)
  void import('./lazy-parts.ts').then(({ followDrafts }) => followDrafts(app))
  onHidden(app.records.leave)
  leaveWithOthers(session.user.id, disk)
  // With a permission granted before, the subscription is renewed and nothing is asked.
  if ('Notification' in globalThis && Notification.permission === 'granted') void app.notifying()
}

/** The server can't be reached and the disk has nothing yet: the page shows that and keeps trying. */
function retryLater(opened: MailDisk | undefined): void {
  document.title = 'plMail – waiting for the server'
  opened?.close()
  setTimeout(() => void boot(), 2_000)
}

let isLeaving = false

/** A 401: at the start the way is to sign in; later there may be something to lose, and the user signs in on the spot. */
function ended(): void {
  if (isLeaving) return
  if (running && !isStarting) return void endedWhileRunning(running)
  isLeaving = true
  void goToSignIn()
}

async function goToSignIn(): Promise<void> {
  const userId = lastUser()
  const disk = userId === undefined ? undefined : openDisk(userId)
  const stored = await disk?.start()
  disk?.close()
  if (stored) await judgeKept(stored.session, http)
  location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
}

async function endedWhileRunning(app: Wired): Promise<void> {
  if (app.connection.isSignedOut) return
  app.connection.setSignedOut(true)
  if ((await judgeKept(app.session, http)) === 'kept') return
  isLeaving = true
  location.assign('/login')
}
