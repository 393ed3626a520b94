import type { AccountView } from '@plmail/wire'
import type { Connection } from './connection.ts'
import type { Dovecot } from '../servers/dovecot.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { type Answer, exchange } from './exchange.ts'
import type { SmtpSink } from '../servers/smtp-sink.ts'

type Invocation = [name: string, args: Record<string, unknown>, callId: string]

/** A person at plMail with a cookie jar and a web client that is only this file. */
export interface Visitor {
  /** Follows no redirect; a form is sent as a browser sends it. */
  request(method: string, path: string, sent?: Sent): Promise<Answer>
  /** Fills in the set-up page, some fields otherwise than usual, and leaves signed in. */
  install(otherwise?: Record<string, string>): Promise<Answer>
  signIn(email?: string, password?: string): Promise<Answer>
  /** The JSON interface: the parsed answer, or an error unless the status is a success. */
  api<T>(method: string, path: string, json?: unknown): Promise<T>
  addAccount(dovecot: Dovecot, smtp: SmtpSink, user: string, password: string): Promise<AccountView>
  /** Returns the account that has the user's own calendars and contacts. */
  personalAccount(): Promise<string>
  jmap(calls: readonly Invocation[]): Promise<Invocation[]>
  /** One JMAP method; throws when it answers with an error. */
  call<T>(name: string, args: Record<string, unknown>): Promise<T>
  /** The live stream of the signed-in user. */
  listen(): Promise<EventStream>
}

interface Sent {
  form?: Record<string, string>
  json?: unknown
  headers?: Record<string, string>
}

export const administrator = {
  name: 'Ada Byron',
  email: 'ada@plmail.example',
  password: 'correct horse battery staple',
}

export function createVisitor(address: string, connection: Connection = {}): Visitor {
  const cookies = new Map<string, string>()
  let bearer: string | undefined
  let using: string[] | undefined

  const request = async (method: string, path: string, { form, json, headers = {} }: Sent = {}) => {
    const body = form
      ? new URLSearchParams(form).toString()
      : json === undefined
        ? undefined
        : JSON.stringify(json)
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const answer = await exchange(address, path, {
      method,
      connection,
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: cookieHeader(cookies),
        ...(body === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    keep(cookies, answer.headers['set-cookie'] ?? [])
    return answer
  }

  const api = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
    const answer = await request(method, path, json === undefined ? {} : { json })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.text === '' ? (undefined as T) : answer.json<T>()
  }

  const token = async () => (await api<{ token: string }>('POST', '/api/session/token')).token

  const loadSession = async () => {
    bearer ??= await token()
    const answer = await request('GET', '/jmap/session', { headers: { authorization: `Bearer ${bearer}` } })
    if (answer.status !== 200) throw new Error(`The JMAP session answered ${answer.status}: ${answer.text}`)
    return answer.json<{ capabilities: object; primaryAccounts: Record<string, string> }>()
  }

  const jmap = async (methodCalls: readonly Invocation[]): Promise<Invocation[]> => {
    // A request may name only what the session announces (RFC 8620 §3.3).
    using ??= Object.keys((await loadSession()).capabilities)
    const json = { using, methodCalls }
    const ask = () => request('POST', '/jmap/api', { json, headers: { authorization: `Bearer ${bearer}` } })
    let answer = await ask()
    if (answer.status === 401) {
      bearer = await token()
      answer = await ask()
    }
    if (answer.status !== 200) throw new Error(`JMAP answered ${answer.status}: ${answer.text}`)
    return answer.json<{ methodResponses: Invocation[] }>().methodResponses
  }

  return {
    request,
    api,
    jmap,
    install: (otherwise = {}) =>
      request('POST', '/install', {
        form: { ...administrator, publicUrl: address, locale: 'en', timeZone: 'Europe/Berlin', ...otherwise },
      }),
    signIn: (email = administrator.email, password = administrator.password) =>
      request('POST', '/login', { form: { email, password } }),
    addAccount: (dovecot, smtp, user, password) =>
      api('POST', '/api/accounts', accountForm(dovecot, smtp, user, password)),
    personalAccount: async () => {
      const { primaryAccounts } = await loadSession()
      return primaryAccounts['urn:ietf:params:jmap:calendars'] ?? ''
    },
    call: async <T>(name: string, args: Record<string, unknown>) => {
      const [response] = await jmap([[name, args, '0']])
      if (response?.[0] !== name) throw new Error(`${name} answered ${JSON.stringify(response)}`)
      return response[1] as T
    },
    listen: async () => {
      const { user } = await api<{ user: { id: string } }>('GET', '/api/session')
      await api('POST', '/api/session/hub')
      const hub = `${address}/.well-known/hub?topic=/users/${user.id}`
      return openEventStream(hub, { cookie: cookieHeader(cookies) }, connection)
    },
  }
}

/** What a person types into the account form: TLS to both servers. */
function accountForm(dovecot: Dovecot, smtp: SmtpSink, user: string, password: string) {
  return {
    address: user,
    password,
    imap: { host: dovecot.host, port: dovecot.tlsPort, encryption: 'tls' },
    smtp: { host: smtp.host, port: smtp.tlsPort, encryption: 'tls' },
  }
}

function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

function keep(cookies: Map<string, string>, set: readonly string[]): void {
  for (const line of set) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
}
