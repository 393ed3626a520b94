import { parse } from 'tldts'
import { urlOf } from '../../kit/url-of.ts'
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

/** As the addresses of links spell it: a site in letters of its own is one with its punycode. */
function asciiOf(host: string): string {
  return urlOf(`http://${host}`)?.hostname ?? host
}

/** The site a link's text names, when it leads to another one. */
export function falseClaim(text: string, href: string): string | undefined {
  if (!/^https?:/i.test(href) || text.length >= longestAddress) return undefined
  // NFKC: what looks like a dot or a letter to a reader is one
  const shown = text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
  const claimed = address.exec(shown)?.[1]
  if (claimed === undefined || fileName.test(shown)) return undefined
  return siteOf(asciiOf(claimed)) === siteOf(new URL(href).hostname) ? undefined : claimed.toLowerCase()
}

/**
 * The registrable domain. Below a suffix that the list does not know, as `.example`, `.lan` or one that is newer than the
 * list, it is the last two labels.
 */
function siteOf(host: string): string {
  const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true })
  if (domain !== null && (isIcann || isPrivate)) return domain
  return host.toLowerCase().split('.').slice(-2).join('.')
}

/** What ends like the name of a file is one, unless it is written as an address: `report.pdf` names no site. */
const fileName =
  /^[^/:]+\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|txt|csv|html?|jpe?g|png|gif|svg|ics|eml|json|xml|js|ts|css|exe|msi|dmg|iso|tar|gz|rar|7z)$/i
