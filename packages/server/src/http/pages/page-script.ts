import { createHash } from 'node:crypto'
import { policies } from '../guard/index.ts'

/** A script that stands in a page. It must hold no `</script`. */
export interface PageScript {
  text: string
  /** As a CSP source: `sha256-…`. */
  hash: string
}

export function pageScript(text: string): PageScript {
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}

/** The policy of server-rendered pages, with this one script let through. */
export const policyWithScript = ({ hash }: PageScript): string => `${policies.page}; script-src '${hash}'`
