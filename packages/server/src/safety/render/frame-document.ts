import { frameScript } from '@plmail/wire/frame-script'
import {
  escapeAttribute,
  type SafeAttribute,
  type SafeNode,
  serialise,
  serialiseAttributes,
} from './safe-tree.ts'

export interface FrameParts {
  nodes: readonly SafeNode[]
  bodyAttributes: readonly SafeAttribute[]
  /** Clean style text: ours first, then the message's. Holds no `<`. */
  styles: readonly string[]
  origin: string
  nonce: string
  /** Whether the script is to give it dark colours. */
  isDarkened?: boolean
}

/**
 * The document for `<iframe srcdoc>` with `sandbox="allow-popups allow-popups-to-escape-sandbox allow-scripts"`. The
 * page around it must also say `frame-src 'none'`, the only thing that stops a frame from navigating itself, and
 * allow `frameScriptHash`, because a srcdoc frame inherits the page's policy on top of its own.
 */
export function frameDocument(parts: FrameParts): string {
  const { nodes, bodyAttributes, styles, origin, nonce, isDarkened = false } = parts
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(origin, nonce)}">`,
    '<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">',
    ...styles.filter((style) => style !== '').map((style) => `<style>${style}</style>`),
    `</head><body${serialiseAttributes(bodyAttributes)}><plmail-body${isDarkened ? ' data-darken' : ''}>`,
    serialise(nodes),
    `</plmail-body><script nonce="${escapeAttribute(nonce)}">${frameScript}</script></body></html>`,
  ].join('')
}

/**
 * The same body as a piece of a page that has no frame around it: in a shadow root, so that the message's styles end
 * where it ends, and in a box that nothing inside can leave. The page must carry `printPolicy`.
 */
export function printPiece({ nodes, bodyAttributes, styles }: Omit<FrameParts, 'origin' | 'nonce'>): string {
  return [
    '<div class="plmail-paper"><div><template shadowrootmode="open">',
    ...styles.filter((style) => style !== '').map((style) => `<style>${style}</style>`),
    `<plmail-body><div${serialiseAttributes(bodyAttributes)}>${serialise(nodes)}</div></plmail-body>`,
    '</template></div></div>',
  ].join('')
}

/** The Content-Security-Policy of a page with printed messages: its origin is opaque, its one script has the nonce. */
export function printPolicy(origin: string, nonce: string): string {
  return `${policy(origin, nonce)}; frame-ancestors 'none'; sandbox allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts`
}

/** Stands in an attribute; its own words hold only single quotes, and base64 none. */
function policy(origin: string, nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    `img-src ${escapeAttribute(new URL(origin).origin)} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
