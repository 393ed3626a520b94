import { faultOfSocketError } from '../../kit/connection-fault.ts'
import type { Fetch } from '../../egress/network/index.ts'
import { ProviderError } from './folder-session.ts'
import type { AccessTokens } from './grant.ts'

/** One request to a provider's API. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Absolute; only addresses of the provider are ever reached. */
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer<ArrayBuffer>
  /** In the provider's own measure. */
  cost: number
  /** Purpose of the call, in words that fit "while …". */
  doing: string
}

export interface ApiAnswer {
  status: number
  headers: Headers
  body: ReadableStream<Uint8Array> | null
  /** The whole body; throws `malformed` beyond the bound. */
  text(): Promise<string>
  json(): Promise<unknown>
}

/** Waits until so much may be asked for; the measure is shared by all processes. */
export interface Budget {
  take(cost: number): Promise<void>
}

export interface ApiNeeds {
  fetch: Fetch
  tokens: AccessTokens
  budget: Budget
  /** Maps an answer of 400 or above to an error. */
  classify(answer: { status: number; headers: Headers; body: string }, doing: string): ProviderError
}

/** The one way to a provider's API. */
export interface Api {
  /** Makes a request with the account's token. Throws ProviderError for every answer of 400 or above. */
  send(call: ApiCall): Promise<ApiAnswer>
  /** A batch was taken and its parts were refused for the token: the next request is made with another. */
  renewToken(): Promise<void>
}

/** The request may have been carried out: it was on its way when the connection was lost. */
export class AnswerLost extends ProviderError {}

const answerMilliseconds = 120_000
const maxAnswerLength = 64 * 1024 * 1024
const maxErrorLength = 64 * 1024

/** Token, budget and classification for every request. A refused token is replaced once. */
export function createApi(needs: ApiNeeds): Api {
  let last: string | undefined
  return {
    send: async (call) => {
      await needs.budget.take(call.cost)
      const token = (last = await needs.tokens())
      const first = await request(needs, call, token)
      if (first.status !== 401) return classifyResponse(needs, call, first)
      await first.body?.cancel()
      last = await needs.tokens({ refused: token })
      return classifyResponse(needs, call, await request(needs, call, last))
    },
    renewToken: async () => {
      if (last !== undefined) await needs.tokens({ refused: last })
    },
  }
}

async function request({ fetch }: ApiNeeds, call: ApiCall, token: string): Promise<Response> {
  try {
    return await fetch(call.url, {
      method: call.method,
      headers: { ...call.headers, authorization: `Bearer ${token}` },
      ...(call.body === undefined ? {} : { body: call.body }),
      signal: AbortSignal.timeout(answerMilliseconds),
    })
  } catch (error) {
    throw toConnectionError(error, call.doing)
  }
}

async function classifyResponse(needs: ApiNeeds, call: ApiCall, response: Response): Promise<ApiAnswer> {
  if (response.status >= 400) {
    const body = await read(response.body, maxErrorLength, call.doing).catch(() => '')
    throw needs.classify({ status: response.status, headers: response.headers, body }, call.doing)
  }
  const text = () => read(response.body, maxAnswerLength, call.doing)
  return {
    status: response.status,
    headers: response.headers,
    body: response.body,
    text,
    json: async () => parsed(await text(), call.doing),
  }
}

/**
 * Parses JSON. An answer that is not JSON came from an intermediary or was cut off, so the error is one that is
 * retried.
 */
export function parsed(text: string, doing: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ProviderError('unreachable', `The answer was cut off or not understood while ${doing}`, {
      cause,
    })
  }
}

async function read(body: ReadableStream<Uint8Array> | null, bound: number, doing: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length
      if (size > bound) throw new ProviderError('malformed', `The answer is too long while ${doing}`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : toConnectionError(error, doing)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A connection that never came about carried nothing; any other loss may have come after the deed. */
export function toConnectionError(error: unknown, doing: string): ProviderError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const fault = faultOfSocketError(cause)?.fault
  const message = `No answer while ${doing}`
  if (fault === 'switched-off') return new ProviderError('switched-off', message, { cause: error })
  if (fault === 'certificate' || fault === 'tls' || fault === 'port-is-plain')
    return new ProviderError('tls', message, { cause: error })
  const never = ['unknown-host', 'connection-refused'].includes(fault ?? '')
  return never
    ? new ProviderError('unreachable', message, { cause: error })
    : new AnswerLost('unreachable', message, { cause: error })
}
