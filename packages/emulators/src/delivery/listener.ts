const ownHosts = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Returns the URL to which notifications are posted: https, as both providers require. Plain http is allowed to this
 * machine only, so that tests and the demo can listen. Undefined for anything else.
 */
export function listenerAt(text: string): URL | undefined {
  const url = getUrl(text)
  const isLetIn = url?.protocol === 'https:' || (url?.protocol === 'http:' && ownHosts.includes(url.hostname))
  return isLetIn ? url : undefined
}

// Not by URL.canParse, which Node.js 20 gets wrong for letters such as ü once it has compiled it for speed.
function getUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
