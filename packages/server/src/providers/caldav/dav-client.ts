import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import { type AskServer, ProviderError, retryAt, type ServerAnswer, unreached } from '../contract/index.ts'
import { parseUrl } from '../../kit/parse-url.ts'
import { type Multistatus, readMultistatus } from './multistatus.ts'
import { createSignIn, type DavSignIn } from './sign-in.ts'

export interface CalDavAccess {
  /** URL of the collection that holds the calendars, or of one calendar. */
  address: string
  username: string
  password: string
}

export interface DavNeeds {
  ask: AskServer
  access: Pick<CalDavAccess, 'username' | 'password'>
  clock: Clock
  random: Random
  /** Whether two hosts belong to one owner: the password follows a redirect no further. */
  isSameSite(host: string, otherHost: string): boolean
}

interface DavRequest {
  method: string
  url: string
  depth?: '0' | '1'
  body?: string
  headers?: Readonly<Record<string, string>>
  /** In words that fit "while …". */
  doing: string
}

export interface DavAnswer {
  status: number
  /** URL that gave the answer, after redirects. */
  url: string
  headers: ServerAnswer['headers']
  text: string
}

/** Requests to one CalDAV server, signed in. */
export interface Dav {
  /** Answers of any status but those that say "not now" and "not you", which are thrown. */
  request(davRequest: DavRequest): Promise<DavAnswer>
  /** For what must be answered with a multistatus: everything else is thrown, `gone` where nothing is there. */
  multistatus(davRequest: DavRequest): Promise<Multistatus>
}

const maxRedirects = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export function createDav(needs: DavNeeds): Dav {
  const signIn = createSignIn(needs.access, needs.random)
  const request = async (davRequest: DavRequest): Promise<DavAnswer> => {
    let url = davRequest.url
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const answer = await signedIn(needs, signIn, { ...davRequest, url })
      const next = redirects.has(answer.status) ? answer.headers['location'] : undefined
      const to = next === undefined ? undefined : parseUrl(next, url)
      if (!to) return classifyAnswer(needs, answer, url, davRequest.doing)
      if (!mayFollow(needs, new URL(url), to))
        throw new ProviderError('refused', `A redirect leads to ${to.host} while ${davRequest.doing}`, {
          detail: `It sends on to ${to.host}`,
        })
      url = to.href
    }
    throw new ProviderError('malformed', `Too many redirects while ${davRequest.doing}`)
  }
  return {
    request,
    multistatus: async (davRequest) => {
      const answer = await request(davRequest)
      if (answer.status === 404 || answer.status === 410)
        throw new ProviderError('gone', `Nothing is there while ${davRequest.doing}`)
      const read = answer.status === 207 ? readMultistatus(answer.text, answer.url) : undefined
      if (!read) throw unexpected(answer, davRequest.doing)
      return read
    },
  }
}

async function signedIn(needs: DavNeeds, signIn: DavSignIn, davRequest: DavRequest): Promise<ServerAnswer> {
  const answer = await send(needs, signIn, davRequest)
  return signIn.isAnother(answer, davRequest.url) ? send(needs, signIn, davRequest) : answer
}

async function send(
  { ask }: DavNeeds,
  signIn: DavSignIn,
  { method, url, depth, body, headers, doing }: DavRequest,
): Promise<ServerAnswer> {
  const answer = await ask({
    method,
    url,
    headers: {
      authorization: signIn.headerFor(method, url),
      ...(body === undefined ? {} : { 'content-type': 'application/xml; charset=utf-8' }),
      ...(depth === undefined ? {} : { depth }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  if (!answer.ok) throw unreached(answer, parseHost(url), doing)
  return answer
}

const parseHost = (url: string): string => parseUrl(url)?.host ?? url

/** Never from an encrypted address to one that is not. */
function mayFollow({ isSameSite }: DavNeeds, from: URL, to: URL): boolean {
  if (from.protocol === 'https:' && to.protocol !== 'https:') return false
  return from.hostname === to.hostname || isSameSite(from.hostname, to.hostname)
}

function classifyAnswer({ clock }: DavNeeds, answer: ServerAnswer, url: string, doing: string): DavAnswer {
  const { status, headers } = answer
  const text = answer.body.toString('utf8')
  if (status === 401) throw new ProviderError('wrong-credentials', `Refused the password while ${doing}`)
  if (status === 429 || status === 503)
    throw new ProviderError('throttled', `Busy while ${doing}`, {
      until: retryAt(headers['retry-after'], clock.now()),
    })
  if (status === 423 || (status >= 500 && status !== 501 && status !== 507))
    throw new ProviderError('busy', `Answered ${status} while ${doing}`)
  return { status, url, headers, text }
}

/** Returns the error for an answer that the protocol does not expect. */
export function unexpected({ status, text }: DavAnswer, doing: string): ProviderError {
  const kind = status === 403 ? 'denied' : status >= 400 ? 'refused' : 'malformed'
  const serverText = parseServerText(text)
  return new ProviderError(
    kind,
    `Answered ${status} while ${doing}`,
    serverText === undefined ? {} : { detail: serverText },
  )
}

/** The server's own words, where there are some: an XML answer names what it missed, a page of HTML says nothing. */
export function parseServerText(text: string): string | undefined {
  if (/<!doctype html|<html/i.test(text)) return undefined
  const [, message] = /<(?:\w+:)?message[^>]*>([^<]{1,300})</.exec(text) ?? []
  const [, missed] = /<(?:\w+:)?error[^>]*>\s*<(?:\w+:)?([\w-]{1,80})/.exec(text) ?? []
  const plain = text.includes('<') ? undefined : text.trim().slice(0, 300)
  return message?.trim() || missed || plain || undefined
}
