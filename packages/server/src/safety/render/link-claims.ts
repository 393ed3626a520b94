import { parse } from 'tldts'
import { type SafeNode, textOf } from './safe-tree.ts'

/** Longer text is a sentence, not an address. */
const longestAddress = 300

/** A text that is nothing but the address of a site: `www.example.com`, `https://example.com/login`. */
const address = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62})(?:[:/?#]\S*)?$/iu

/**
 * Marks links whose text is the address of another site than the one they lead to, with that site in
 * `data-plmail-says`. The page around the frame warns of them.
 */
export function markFalseLinks(nodes: readonly SafeNode[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    if (node.tag === 'a') {
      const href = node.attributes.find(([name]) => name === 'href')?.[1]
      const says = href === undefined ? undefined : falseClaim(textOf(node.children, longestAddress), href)
      if (says !== undefined) node.attributes.push(['data-plmail-says', says])
    }
    markFalseLinks(node.children)
  }
}

/** The site a link's text names, when it leads to another one. */
export function falseClaim(text: string, href: string): string | undefined {
  if (!/^https?:/i.test(href) || text.length >= longestAddress) return undefined
  // NFKC: what looks like a dot or a letter to a reader is one
  const claimed = address.exec(
    text
      .normalize('NFKC')
      .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
      .trim(),
  )?.[1]
  if (claimed === undefined) return undefined
  const said = siteOf(claimed)
  return said === undefined || said === siteOf(new URL(href).hostname) ? undefined : claimed.toLowerCase()
}

/** The registrable domain; undefined for what only looks like a host, such as the name of a file. */
function siteOf(host: string): string | undefined {
  const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true })
  return domain !== null && (isIcann || isPrivate) ? domain : undefined
}
