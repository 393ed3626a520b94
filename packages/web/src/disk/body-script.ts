import type { RenderedBody } from '@plmail/wire'
import { frameScript } from '@plmail/wire/frame-script'

const bodyEnd = '</body></html>'

/** The frame's script is the last element of its document, and its only script. */
export function withoutScript(body: RenderedBody): RenderedBody {
  const at = body.srcdoc.lastIndexOf('<script nonce="')
  return at === -1 ? body : { ...body, srcdoc: body.srcdoc.slice(0, at) + bodyEnd }
}

/**
 * The page allows the script of its own version by its hash. A body may have been kept by an earlier version, so it is
 * kept without and gets the one that belongs to this page.
 */
export function withFrameScript(stored: RenderedBody): RenderedBody {
  const body = withoutScript(stored)
  const { srcdoc } = body
  const nonce = /'nonce-([^']+)'/.exec(srcdoc)?.[1]
  if (nonce === undefined || !srcdoc.endsWith(bodyEnd)) return body
  const script = `<script nonce="${nonce}">${frameScript}</script>`
  return { ...body, srcdoc: srcdoc.slice(0, -bodyEnd.length) + script + bodyEnd }
}
