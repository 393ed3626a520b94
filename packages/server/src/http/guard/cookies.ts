import type {} from '@fastify/cookie' // what it adds to requests and replies
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress } from './origin.ts'

/** The cookies of plMail. */
export const cookieNames = {
  session: 'plmail_session',
  remember: 'plmail_remember',
  hub: 'plmail_hub',
  /** Between the password and the second factor. */
  half: 'plmail_half',
  /** A browser that is not asked for the second factor; it outlives sessions. */
  device: 'plmail_device',
  /** The browser that a challenge of a passkey sign-in was made for. */
  passkey: 'plmail_passkey',
  /** Names the browser to what it began at the identity provider. */
  singleSignOn: 'plmail_sso',
  /** After a sign-out: the session at the identity provider that may be ended too. */
  signedOut: 'plmail_signed_out',
  /** `no`: no mail is to be kept in this browser. A choice about the device, read by the web client too. */
  keep: 'plmail_keep',
} as const

const yearSeconds = 31_536_000
const shortlySeconds = 600

export const hubPath = '/.well-known/hub'
const passkeyPath = '/api/passkeys/assertion'

/** The value of a cookie, undefined when it is absent or too long to be one of ours. */
export function getCookie(request: FastifyRequest, name: keyof typeof cookieNames): string | undefined {
  const value = request.cookies[cookieNames[name]]
  return value === undefined || value.length > 4096 ? undefined : value
}

export interface Cookies {
  /** Ends with the browser session; how long it works is decided on the server. */
  session(reply: FastifyReply, secret: string): void
  remember(reply: FastifyReply, value: string, expires: Date): void
  hub(reply: FastifyReply, token: string, maxAge: number): void
  half(reply: FastifyReply, value: string, expires: Date): void
  device(reply: FastifyReply, secret: string, expires: Date): void
  forgetDevice(reply: FastifyReply): void
  /** Ends with the browser session, and is of use to nobody but the challenge. */
  passkey(reply: FastifyReply, secret: string): void
  singleSignOn(reply: FastifyReply, secret: string): void
  /** Undefined: what was said of the last sign-out has served. */
  signedOut(reply: FastifyReply, value: string | undefined): void
  keep(reply: FastifyReply, isMailKept: boolean): void
  /** Forgets everything this browser was given; what was chosen for the device stays, and so does the trust in it. */
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
    half: (reply, value, expires) =>
      void reply.setCookie(cookieNames.half, value, { ...flags(reply), expires }),
    device: (reply, secret, expires) =>
      void reply.setCookie(cookieNames.device, secret, { ...flags(reply), expires }),
    forgetDevice: (reply) => void reply.clearCookie(cookieNames.device, flags(reply)),
    passkey: (reply, secret) =>
      void reply.setCookie(cookieNames.passkey, secret, {
        ...flags(reply),
        sameSite: 'strict',
        path: passkeyPath,
      }),
    singleSignOn: (reply, secret) =>
      void reply.setCookie(cookieNames.singleSignOn, secret, {
        ...flags(reply),
        path: '/oauth/sso',
        maxAge: shortlySeconds,
      }),
    signedOut: (reply, value) => {
      const shared = { ...flags(reply), path: '/login' }
      if (value !== undefined)
        reply.setCookie(cookieNames.signedOut, value, { ...shared, maxAge: shortlySeconds })
      else if (getCookie(reply.request, 'signedOut') !== undefined)
        reply.clearCookie(cookieNames.signedOut, shared)
    },
    keep: (reply, isMailKept) => {
      const shared = { ...flags(reply), httpOnly: false }
      if (!isMailKept) reply.setCookie(cookieNames.keep, 'no', { ...shared, maxAge: yearSeconds })
      else if (getCookie(reply.request, 'keep') !== undefined) reply.clearCookie(cookieNames.keep, shared)
    },
    clear: (reply) => {
      reply.clearCookie(cookieNames.session, flags(reply))
      reply.clearCookie(cookieNames.remember, flags(reply))
      reply.clearCookie(cookieNames.hub, hubFlags(reply))
      if (getCookie(reply.request, 'half') !== undefined) reply.clearCookie(cookieNames.half, flags(reply))
    },
  }
}

/** Returns the client address and user agent that a session records. */
export function getVisitor(request: FastifyRequest): { address: string; userAgent: string } {
  return { address: clientAddress(request), userAgent: request.headers['user-agent'] ?? '' }
}
