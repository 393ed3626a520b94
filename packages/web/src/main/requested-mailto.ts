/**
 * The message that an address asks for, as a `mailto:` link: from the icon's shortcut (`?write`), from a link in any page
 * (`?mailto=`), from what another app shares (manifest.webmanifest names all three). Undefined when none is asked for.
 */
export function requestedMailto(search: string): string | undefined {
  const parameters = new URLSearchParams(search)
  const link = parameters.get('mailto')
  if (link !== null) return link
  const [title, text, url] = ['share-title', 'share-text', 'share-url'].map(
    (name) => parameters.get(name) ?? '',
  )
  const body = [text, url].filter((part) => part !== '').join('\n')
  if (title || body)
    return `mailto:?subject=${encodeURIComponent(title ?? '')}&body=${encodeURIComponent(body)}`
  return parameters.has('write') ? 'mailto:' : undefined
}
