import type { FastifyInstance } from 'fastify'
import { html, toText } from './html.ts'

const line = toText(
  html`<aside class="demo" aria-label="Demo">A demo with made-up mail. Nothing leaves this machine.</aside>`,
)

/**
 * Says on every page made here that it is a demo. In one place behind all of them, so that no page can be without; the
 * shell of the web client is no text, and the client says it itself.
 */
export function addDemoLine(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (!type.startsWith('text/html') || typeof payload !== 'string') return payload
    return withDemoLine(payload)
  })
}

/** For a page that no hook sees. */
export const withDemoLine = (page: string): string => page.replace('<body>', `<body>${line}`)
