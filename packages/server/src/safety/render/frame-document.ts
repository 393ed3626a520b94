import { frameScript } from './frame-script.ts'
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
}

/**
 * The document for `<iframe srcdoc>` with `sandbox="allow-popups allow-popups-to-escape-sandbox allow-scripts"`. The
 * page around it must also say `frame-src 'none'`, the only thing that stops a frame from navigating itself, and
 * allow `frameScriptHash`, because a srcdoc frame inherits the page's policy on top of its own.
 */
export function frameDocument({ nodes, bodyAttributes, styles, origin, nonce }: FrameParts): string {
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(origin, nonce)}">`,
    '<meta name="referrer" content="no-referrer">',
    ...styles.filter((style) => style !== '').map((style) => `<style>${style}</style>`),
    `</head><body${serialiseAttributes(bodyAttributes)}><plmail-body>`,
    serialise(nodes),
    `</plmail-body><script nonce="${escapeAttribute(nonce)}">${frameScript}</script></body></html>`,
  ].join('')
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
