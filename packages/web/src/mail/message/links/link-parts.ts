/** A link in a message's frame. */
export interface FrameLink {
  href: string
  /** The host in its text, when it leads to another site. */
  says: string | null
  /** The registrable domains that links of the message lead to. */
  sites: readonly string[]
}

/** A link in three pieces: what comes before the site, the site, what comes after. */
export interface LinkParts {
  before: string
  site: string
  after: string
}

/** Characters of an address that are shown; a longer one hides nothing in its beginning. */
const longest = 300

/**
 * The pieces of an address as the browser wrote it, so a host in look-alike letters stands in its ASCII form. The site
 * is the registrable domain where `sites` has it, else the whole host; of a mail address it is the whole.
 */
export function linkParts(href: string, sites: readonly string[] = []): LinkParts {
  const [, scheme = '', credentials = '', host = '', port = '', pathAndQuery = ''] =
    /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*?)(:\d*)?((?:[/?#].*)?)$/is.exec(href.slice(0, longest)) ?? []
  if (host === '') return { before: '', site: href.slice(0, longest), after: '' }
  const site = sites.find((domain) => host === domain || host.endsWith(`.${domain}`)) ?? host
  return { before: scheme + credentials + host.slice(0, -site.length), site, after: port + pathAndQuery }
}
