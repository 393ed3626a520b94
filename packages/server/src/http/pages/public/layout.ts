import { directionOf } from '@plmail/words'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { policies } from '../../guard/index.ts'
import { type Html, html, toText } from '../html.ts'
import { zoneScript, zoneScriptHash } from './zone-script.ts'
import { publicStylePath } from './style.ts'
import type { PublicWords } from './words.ts'

export interface PublicPageOptions {
  isNarrow?: boolean
  /** Asks the browser for its time zone, and for the page in it where it is another than this one. */
  getZone?: string | undefined
}

/**
 * A whole document for strangers: no session, no cookie, and nothing of the web client. Its one script saves visitors to
 * look for their time zone; without it they choose.
 */
export function publicPage(
  words: PublicWords,
  title: string,
  content: Html,
  { isNarrow = false, getZone }: PublicPageOptions = {},
): string {
  return toText(
    html`<!doctype html>
      <html lang="${words.language}" dir="${directionOf(words.language)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex, nofollow" />
          <meta name="referrer" content="no-referrer" />
          <meta name="theme-color" content="#f4f6f8" media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content="#0d0e12" media="(prefers-color-scheme: dark)" />
          <title>${title}</title>
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="${publicStylePath}" />
          ${getZone !== undefined && zoneScript(getZone)}
        </head>
        <body>
          <main class="${isNarrow ? 'narrow' : 'wide'}">${content}</main>
        </body>
      </html>`,
  )
}

const policyWithScript = `${policies.page}; script-src '${zoneScriptHash}'`

/** The headers of every answer below these addresses, whatever comes of it. */
export function publicHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      vary: 'Accept-Language',
    })
    done()
  })
}

export function sendPublic(
  reply: FastifyReply,
  status: number,
  page: string,
  { hasScript = false }: { hasScript?: boolean } = {},
): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', hasScript ? policyWithScript : policies.page)
    .type('text/html; charset=utf-8')
    .send(page)
}

/** One answer for what is unknown, revoked or no token at all: nobody learns which. */
export function sendNothingHere(reply: FastifyReply, words: PublicWords): FastifyReply {
  const content = html`<h1>${words.texts.nothingHere}</h1>
    <p class="lead">${words.texts.nothingHereText}</p>`
  return sendPublic(reply, 404, publicPage(words, words.texts.nothingHere, content, { isNarrow: true }))
}
