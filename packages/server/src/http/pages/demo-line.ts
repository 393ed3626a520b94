import { catalogueOf } from '@plmail/words'
import type { FastifyInstance } from 'fastify'
import { spokenWith } from '../guard/index.ts'
import { type Language } from '../words/index.ts'
import { html, toText } from './html.ts'

/**
 * Says on every page made here that it is a demo. In one place behind all of them, so that no page can be without; the
 * shell of the web client is no text, and the client says it itself.
 */
export function addDemoLine(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (!type.startsWith('text/html') || typeof payload !== 'string') return payload
    return withDemoLine(payload, spokenWith(request))
  })
}

/** For a page that no hook sees. */
export function withDemoLine(page: string, language: Language): string {
  const { label, text } = catalogueOf(language).pages.demo
  const line = toText(html`<aside class="demo" aria-label="${label}">${text}</aside>`)
  return page.replace('<body>', () => `<body>${line}`)
}
