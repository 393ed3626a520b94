/** A link in three pieces: what comes before the site, the site, what comes after. */
export interface LinkParts {
  before: string
  site: string
  after: string
}

/** Characters of an address that are shown; a longer one hides nothing in its beginning. */
const longest = 300

/**
 * The pieces of an address as the browser wrote it, so a host in look-alike letters stands in its ASCII form. Of a
 * mail address the whole is the site.
 */
export function linkParts(href: string): LinkParts {
  const [, scheme = '', credentials = '', host = '', rest = ''] =
    /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is.exec(href.slice(0, longest)) ?? []
  if (host === '') return { before: '', site: href.slice(0, longest), after: '' }
  return { before: scheme + credentials, site: host, after: rest }
}
