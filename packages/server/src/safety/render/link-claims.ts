import { parse } from 'tldts'
import { parseUrl } from '../../kit/parse-url.ts'
import { type SafeElement, type SafeNode, getText } from './safe-tree.ts'

/** Longer text is a sentence, not an address. */
const maxAddressLength = 300

/** A text that is nothing but the address of a site: `www.example.com`, `https://example.com/login`. */
const address = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62})(?:[:/?#]\S*)?$/iu

/** A link whose text is the address of another site than the one it leads to. */
interface FalseLink {
  /** The host in the text. */
  shown: string
  /** The registrable domain of the address. */
  leadsTo: string
}

/** The facts about the links in a body that the page around the frame needs. */
export interface LinkClaims {
  falseLinks: FalseLink[]
  /** The registrable domains that links lead to: the part of a host that its reader should look at. */
  linkSites: string[]
}

/** A warning names one or two of them. */
const maxFalseLinks = 10
/** Newsletters lead to a handful; more are only there to make the answer large. */
const maxLinkSites = 200

/**
 * Judges all links of a body. Those that show another site are marked with it in `data-plmail-says`; the frame's script
 * asks the page before it opens one.
 */
export function judgeLinks(nodes: readonly SafeNode[]): LinkClaims {
  const siteByHost = new Map<string, string>()
  const falseLinks = new Map<string, FalseLink>()
  walkLinks(nodes, (link, href) => {
    const host = new URL(href).hostname
    const leadsTo = siteByHost.get(host) ?? getSite(host)
    siteByHost.set(host, leadsTo)
    const shown = falseClaim(getText(link.children, maxAddressLength), href)
    if (shown === undefined) return
    link.attributes.push(['data-plmail-says', shown])
    if (falseLinks.size < maxFalseLinks) falseLinks.set(`${shown} ${leadsTo}`, { shown, leadsTo })
  })
  const linkSites = [...new Set(siteByHost.values())].slice(0, maxLinkSites)
  return { falseLinks: [...falseLinks.values()], linkSites }
}

function walkLinks(nodes: readonly SafeNode[], visit: (link: SafeElement, href: string) => void): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    const href = node.tag === 'a' ? node.attributes.find(([name]) => name === 'href')?.[1] : undefined
    if (href !== undefined && /^https?:/i.test(href)) visit(node, href)
    walkLinks(node.children, visit)
  }
}

/** As the addresses of links spell it: a site in letters of its own is one with its punycode. */
function toAscii(host: string): string {
  return parseUrl(`http://${host}`)?.hostname ?? host
}

/** The site a link's text names, when it leads to another one. */
export function falseClaim(text: string, href: string): string | undefined {
  if (!/^https?:/i.test(href) || text.length >= maxAddressLength) return undefined
  // NFKC: what looks like a dot or a letter to a reader is one
  const shown = text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
  const claimed = address.exec(shown)?.[1]
  if (claimed === undefined || fileName.test(shown)) return undefined
  return getSite(toAscii(claimed)) === getSite(new URL(href).hostname) ? undefined : claimed.toLowerCase()
}

/**
 * The registrable domain. Below a suffix that the list does not know, as `.example`, `.lan` or one that is newer than the
 * list, it is the last two labels; of a numeric address it is the whole.
 */
function getSite(host: string): string {
  const { domain, isIcann, isIp, isPrivate } = parse(host, { allowPrivateDomains: true })
  if (isIp) return host
  if (domain !== null && (isIcann || isPrivate)) return domain
  return host.toLowerCase().split('.').slice(-2).join('.')
}

/** A text that ends like the name of a file is one, unless it is written as an address: `report.pdf` names no site. */
const fileName =
  /^[^/:]+\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|txt|csv|html?|jpe?g|png|gif|svg|ics|eml|json|xml|js|ts|css|exe|msi|dmg|iso|tar|gz|rar|7z)$/i
