import { capability } from '@plmail/wire'
import type { Invocation, JmapMethod, JmapMethods, JmapResponse, MethodError } from '@plmail/wire'
import type { ResultReference } from '@plmail/wire'
import { sayProblemsIn, speaksOfProblem } from '../words/say-problem.ts'
import type { FetchRequest } from './http.ts'
import type { TokenSource } from './tokens.ts'
import { createUpload, type BlobUpload } from './upload.ts'

export type MethodAnswer<M extends JmapMethod> =
  { ok: true; value: JmapMethods[M]['result'] } | { ok: false; error: MethodError }

/** One call of a batch, by which its answer is found. */
export interface Call<M extends JmapMethod> {
  readonly id: string
  readonly name: M
}

/** Method calls that travel in one request and may refer to each other's answers (RFC 8620 §3.7). */
export interface Batch {
  add<M extends JmapMethod>(name: M, args: JmapMethods[M]['args']): Call<M>
  readonly calls: readonly Invocation[]
}

export interface Answers {
  of<M extends JmapMethod>(call: Call<M>): MethodAnswer<M>
}

export interface Jmap {
  /**
   * Undefined when no answer came: offline, server down, signed out. Method errors are in the answers; a request that
   * the server will not take at all, however often it is sent, is a `requestRefused` of each of its calls. `signal`
   * calls it off: there is no answer then.
   */
  send(batch: Batch, signal?: AbortSignal): Promise<Answers | undefined>
  /** A blob as the browser may save it; undefined when it cannot be had. */
  download(url: string): Promise<Blob | undefined>
  readonly upload: BlobUpload
}

const apiUrl = '/jmap/api'
// Not every capability there is a name for: a request that names one the server does not announce is refused whole.
const { core, mail, submission, lists, journal, reading, snooze, rules, unsubscribe } = capability
const { trustedSenders, preferences, contacts, people, search, calendars, invitations, reminders } =
  capability
const { shareLinks, booking, push, calendarTools, templates, mdn, categories, vacationResponse } = capability
const ofCalendars = [calendars, calendarTools, invitations, reminders, shareLinks, booking]
const ofLists = [lists, categories]
const personal = [push, trustedSenders, preferences, contacts, people, search, templates, ...ofCalendars]
const using = [
  core,
  mail,
  submission,
  mdn,
  ...ofLists,
  journal,
  reading,
  snooze,
  rules,
  unsubscribe,
  vacationResponse,
  ...personal,
]

/** A connection that is silent for this long counts as broken: the laptop slept, or the network drops packets. */
const patienceMs = 90_000

/**
 * Errors of the request itself, which stay (RFC 8620 §3.6.1). A missing capability is another matter: server and client
 * are of different versions for the moment.
 */
const finalProblems = ['notJSON', 'notRequest', 'limit'].map((name) => `urn:ietf:params:jmap:error:${name}`)

const refusedAnswers: Answers = { of: () => ({ ok: false, error: { type: 'requestRefused' } }) }

async function isFinal(response: Response): Promise<boolean> {
  if (response.status !== 400 && response.status !== 413) return false
  const { type } = (await response.json()) as { type?: string }
  return type !== undefined && finalProblems.includes(type)
}

export function createJmap(fetch: FetchRequest, tokens: TokenSource): Jmap {
  /** Sends with a token; a 401 renews it and tries exactly once more. */
  async function authorised(url: string, init: RequestInit): Promise<Response | undefined> {
    for (const isLastTry of [false, true]) {
      const token = await tokens.current()
      if (token === undefined) return undefined
      const response = await fetch(url, {
        ...init,
        // The token is all it takes. With credentials a browser would answer a refusal by asking for a password.
        credentials: 'omit',
        headers: { ...init.headers, authorization: `Bearer ${token}` },
      })
      if (response.status !== 401 || isLastTry) return response
      tokens.forget(token)
    }
    return undefined
  }

  /** Undefined without a complete answer: the connection broke, the server refused, or the body is cut off. */
  async function reach<T>(
    url: string,
    init: RequestInit,
    read: (response: Response) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    try {
      const response = await authorised(url, init)
      return response && (await read(response))
    } catch {
      return undefined
    }
  }

  return {
    async send(batch, signal) {
      const patience = AbortSignal.timeout(patienceMs)
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ using, methodCalls: batch.calls }),
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      }
      return reach(apiUrl, init, async (answer) => {
        if (answer.ok) return answersFrom(await readResponse(answer))
        return (await isFinal(answer)) ? refusedAnswers : undefined
      })
    },
    download: (url) =>
      reach(url, { method: 'GET' }, async (answer) => (answer.ok ? answer.blob() : undefined)),
    upload: createUpload(tokens),
  }
}

/** The server reports what it refused by codes; this client has the texts for them. */
async function readResponse(answer: Response): Promise<JmapResponse> {
  const json = await answer.text()
  const response = JSON.parse(json) as JmapResponse
  return speaksOfProblem(json) ? sayProblemsIn(response) : response
}

export function createBatch(): Batch {
  const calls: Invocation[] = []
  return {
    calls,
    add(name, args) {
      const id = String(calls.length)
      calls.push([name, args as unknown as Record<string, unknown>, id])
      return { id, name }
    },
  }
}

/** Points at `path` in the answer of an earlier call of the same batch. */
export function resultOf(call: Call<JmapMethod>, path: string): ResultReference {
  return { resultOf: call.id, name: call.name, path }
}

/** One call may have several responses (implicit ones of other names): the one of its own name counts. */
function answersFrom(response: JmapResponse): Answers {
  return {
    of<M extends JmapMethod>(call: Call<M>): MethodAnswer<M> {
      for (const [name, args, id] of response.methodResponses) {
        if (id !== call.id) continue
        if (name === 'error') return { ok: false, error: args as unknown as MethodError }
        if (name === call.name) return { ok: true, value: args as unknown as JmapMethods[M]['result'] }
      }
      return { ok: false, error: { type: 'serverPartialFail' } }
    },
  }
}
