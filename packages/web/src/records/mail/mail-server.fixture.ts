import type { AccountView, Invocation, MailboxRole } from '@plmail/wire'
import { createHttp, createJmap, createTokens, type Http, type Jmap } from '../../net/index.ts'
import { scriptedServer, type Received, type Scripted } from '../../net/scripted-server.fixture.ts'
import { mailMethods, type Args } from './mail-methods.fixture.ts'
import { mailRows, type MailRows } from './mail-rows.fixture.ts'

/** A mail server small enough to read: the rows it keeps, the methods over them, and how it can fail. */
export interface MailServer extends MailRows {
  http: Http
  jmap: Jmap
  received: Received[]
  /**
   * The answers to what is asked of /jmap/api from now on wait until `release`: all, or those that ask for this first.
   * `passOthers`: no more of them.
   */
  hold(first?: string): { release(): void; passOthers(): void }
  isDown: boolean
  /** Every method fails, as while the database restarts. */
  isFailing: boolean
  /** Requests arrive and are done; their answers do not come back. */
  losesAnswers: boolean
  /** Email/set refuses these ids. */
  refused: Set<string>
  /** From now on it knows this method too. */
  teach(name: string, method: (args: Args) => Args): void
}

export function mailServer(accountIds: readonly string[], roles: readonly MailboxRole[]): MailServer {
  let gate: { first: string | undefined; opened: Promise<void> } | undefined
  const refused = new Set<string>()
  const rows = mailRows(accountIds, roles)
  const methods = mailMethods(rows, refused)

  function answer(calls: readonly Invocation[]): Invocation[] {
    const done: Invocation[] = []
    for (const [name, args, id] of calls) {
      try {
        if (server.isFailing) throw 'serverFail'
        const method = methods[name]
        if (!method) throw 'unknownMethod'
        done.push([name, method(resolve(args, done) as never), id])
      } catch (type) {
        if (typeof type !== 'string') throw type
        done.push(['error', { type }, id])
      }
    }
    return done
  }

  async function script({ path, body }: Received): Promise<Scripted> {
    if (path === '/api/session/token')
      return { status: 200, body: { token: 't', expiresAt: '2100-01-01T00:00:00Z' } }
    if (path === '/api/accounts')
      return { status: 200, body: { accounts: accountIds.map(accountView), health: [], signIns: [] } }
    if (server.isDown) return 'lost'
    const { methodCalls } = body as { methodCalls: Invocation[] }
    const responses = structuredClone(answer(methodCalls))
    const isLost = server.losesAnswers
    if (gate && (gate.first ?? methodCalls[0]?.[0]) === methodCalls[0]?.[0]) await gate.opened
    if (isLost) return 'lost'
    return { status: 200, body: { methodResponses: responses, sessionState: '1' } }
  }

  const { fetch, received } = scriptedServer(script)
  const http = createHttp(fetch, () => undefined)
  const server: MailServer = Object.assign(rows, {
    http,
    jmap: createJmap(
      fetch,
      createTokens(http, () => 0),
    ),
    received,
    isDown: false,
    isFailing: false,
    losesAnswers: false,
    refused,
    teach: (name: string, method: (args: Args) => Args) => void (methods[name] = method),
    hold(first?: string) {
      let release: () => void = () => undefined
      const own = { first, opened: new Promise<void>((open) => (release = open)) }
      gate = own
      const passOthers = (): void => {
        if (gate === own) gate = undefined
      }
      return {
        passOthers,
        release() {
          passOthers()
          release()
        },
      }
    },
  })
  return server
}

/** RFC 8620 §3.7, as far as the client uses it. */
function resolve(args: Args, done: readonly Invocation[]): Args {
  const resolved: Args = {}
  for (const [name, value] of Object.entries(args)) {
    if (!name.startsWith('#')) {
      resolved[name] = value
      continue
    }
    const { resultOf, path } = value as { resultOf: string; path: string }
    let values: unknown[] = [done.find(([, , id]) => id === resultOf)?.[1]]
    for (const part of path.split('/').slice(1))
      values = part === '*' ? values.flat() : values.map((each) => (each as Args | undefined)?.[part])
    resolved[name.slice(1)] = values.flat()
    if (values.some((each) => each === undefined)) throw 'invalidResultReference'
  }
  return resolved
}

function accountView(id: string): AccountView {
  return {
    id,
    provider: 'imap',
    address: `${id.toLowerCase()}@example.org`,
    name: id,
    condition: 'ok',
    conditionDetail: null,
    conditionText: null,
    conditionSince: '2026-01-01T00:00:00Z',
    lastSyncedAt: null,
    import: null,
    mirror: null,
    shortfall: { folders: 0, stubs: 0, rebuilt: 0 },
    storedCheck: null,
    instant: null,
    arrival: null,
  }
}

/** Lets every answer that can come, come: nothing here waits for time. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((next) => setImmediate(next))
}
