import type { Identity } from '@plmail/wire'
import { signatureHtml } from './start.ts'

/** The end of the message: the sender's signature as it is set, an empty one, or other text. */
export type SignatureState = 'set' | 'none' | 'edited'

export function signatureState(block: string | undefined, identity: Identity): SignatureState {
  if (block === undefined) return 'none'
  return sameHtml(block, signatureHtml(identity)) ? 'set' : 'edited'
}

/** Read by a browser both ways, spelling does not count. */
function sameHtml(a: string, b: string | undefined): boolean {
  if (b === undefined) return false
  const read = (html: string): string =>
    new DOMParser().parseFromString(html, 'text/html').body.innerHTML.trim()
  return read(a) === read(b)
}
