/**
 * The address that a text is, perhaps from `base` on; undefined when it is none. Not by `URL.canParse`: once Node.js 20
 * has compiled that for speed, it says no to every address with a letter from U+0080 to U+00FF.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
