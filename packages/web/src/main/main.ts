/** Starts the client: session, wiring, first paint, then the live stream. */
import type { SessionInfo } from '@plmail/wire'
import { mount } from 'svelte'
import { createHttp, createJmap, createTokens, type Http, type Jmap } from '../net/index.ts'
import { languageOf, rememberLanguage, spoken, words } from '../words/index.ts'
import App from './App.svelte'
import { hearLive } from './hear-live.ts'
import { wire } from './wiring.ts'

const http = createHttp((url, init) => fetch(url, init), goToSignIn)
const tokens = createTokens(http, () => Date.now())
const jmap = createJmap((url, init) => fetch(url, init), tokens)
void boot(http, jmap)

async function boot(http: Http, jmap: Jmap): Promise<void> {
  void tokens.current()
  const session = await http.call<SessionInfo>('GET', '/api/session')
  if (session.ok) {
    if (!speaksAnew(session.value)) start(session.value, http, jmap)
  } else if (session.problem.status !== 401) retryLater(http, jmap)
}

/** Whether the page is loaded again because the user speaks another language: catalogues are chosen when it loads. */
function speaksAnew({ user }: SessionInfo): boolean {
  const language = languageOf(user.locale)
  if (language === spoken || !rememberLanguage(language)) return false
  location.reload()
  return true
}

function start(session: SessionInfo, http: Http, jmap: Jmap): void {
  const { app, place } = wire(session, http, jmap)
  document.documentElement.lang = spoken
  mount(App, { target: place, props: { app } })
  void app.records.accounts.load()
  hearLive(app, http)
}

/** The server is restarting or the network is away: the page says so and keeps trying. */
function retryLater(http: Http, jmap: Jmap): void {
  document.title = `${words.product} – ${words.waitingForServer}`
  setTimeout(() => void boot(http, jmap), 2_000)
}

function goToSignIn(): void {
  location.assign('/login')
}
