import type {} from '@fastify/cookie' // what it adds to requests and replies
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress } from './origin.ts'

/** The cookies of contract §1. */
export const cookieNames = {
  session: 'plmail_session',
  remember: 'plmail_remember',
  hub: 'plmail_hub',
  /** `no`: no mail is to be kept in this browser. A choice about the device, read by the web client too. */
  keep: 'plmail_keep',
} as const

const yearSeconds = 31_536_000

export const hubPath = '/.well-known/hub'

/** The value of a cookie, undefined when it is absent or too long to be one of ours. */
export function cookieOf(request: FastifyRequest, name: keyof typeof cookieNames): string | undefined {
  const value = request.cookies[cookieNames[name]]
  return value === undefined || value.length > 4096 ? undefined : value
}

export interface Cookies {
  /** Ends with the browser session; how long it works is decided on the server. */
  session(reply: FastifyReply, secret: string): void
  remember(reply: FastifyReply, value: string, expires: Date): void
  hub(reply: FastifyReply, token: string, maxAge: number): void
  keep(reply: FastifyReply, isMailKept: boolean): void
  /** Forgets everything this browser was given; what was chosen for the device stays. */
  clear(reply: FastifyReply): void
}

/** `isSecure`: whether the address the browser uses is https. */
export function createCookies(isSecure: (request: FastifyRequest) => boolean): Cookies {
  const flags = (reply: FastifyReply) => ({
    httpOnly: true,
    sameSite: 'lax' as const,
    path: '/',
    secure: isSecure(reply.request),
  })
  const hubFlags = (reply: FastifyReply) => ({ ...flags(reply), sameSite: 'strict' as const, path: hubPath })
  return {
    session: (reply, secret) => void reply.setCookie(cookieNames.session, secret, flags(reply)),
    remember: (reply, value, expires) =>
      void reply.setCookie(cookieNames.remember, value, { ...flags(reply), expires }),
    hub: (reply, token, maxAge) =>
      void reply.setCookie(cookieNames.hub, token, { ...hubFlags(reply), maxAge }),
    keep: (reply, isMailKept) => {
      const shared = { ...flags(reply), httpOnly: false }
      if (!isMailKept) reply.setCookie(cookieNames.keep, 'no', { ...shared, maxAge: yearSeconds })
      else if (cookieOf(reply.request, 'keep') !== undefined) reply.clearCookie(cookieNames.keep, shared)
    },
    clear: (reply) => {
      reply.clearCookie(cookieNames.session, flags(reply))
      reply.clearCookie(cookieNames.remember, flags(reply))
      reply.clearCookie(cookieNames.hub, hubFlags(reply))
    },
  }
}

/** Returns the client address and user agent that a session records. */
export function visitorOf(request: FastifyRequest): { address: string; userAgent: string } {
  return { address: clientAddress(request), userAgent: request.headers['user-agent'] ?? '' }
}
