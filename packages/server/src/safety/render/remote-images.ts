import { signImageUrl } from '../images/signed-url.ts'
import { parseUrl } from '../../kit/parse-url.ts'
import type { RenderJob } from './rendering.ts'
import { urlText } from './url-text.ts'

/** The resolved form of one image reference. `parked` is the proxy address of an image that is blocked. */
export interface ImageReference {
  url: string
  parked?: string
}

export interface DeclaredSize {
  width?: number | undefined
  height?: number | undefined
}

/** Decides for every image reference of one body, and counts what it holds back. */
export interface RemoteImages {
  /** For `<img>`: the placeholder takes the place the picture will need. Undefined: no picture at all. */
  ofElement(reference: string, size: DeclaredSize): ImageReference | undefined
  /** For `url()` in a style. */
  ofStyle(reference: string): ImageReference | undefined
  blockedCount(): number
  /** Content-IDs of the pictures that came along and are shown in their place. */
  usedInline(): string[]
}

type ImageJob = Pick<RenderJob, 'inlineImages' | 'images' | 'imageKey' | 'today' | 'sealedReader'>

export function createRemoteImages({
  inlineImages,
  images,
  imageKey,
  today,
  sealedReader,
}: ImageJob): RemoteImages {
  const blocked = new Set<string>()
  const used = new Set<string>()

  function refer(reference: string, placeholder: () => string): ImageReference | undefined {
    const value = urlText(reference)
    if (embedded.test(value)) return { url: value }
    if (/^cid:/i.test(value)) {
      const id = inlineId(inlineImages, value)
      const inline = id === undefined ? undefined : inlineImages[id]
      // No part of the message has this Content-ID: there is no picture, and nothing for a browser to ask for.
      if (id === undefined || !inline) return { url: placeholder() }
      used.add(id)
      return { url: inline }
    }
    const remote = remoteImageUrl(value)
    if (remote === undefined) return undefined
    const proxied = signImageUrl(remote, imageKey, today, sealedReader)
    if (images === 'proxied') return { url: proxied }
    blocked.add(remote)
    return { url: placeholder(), parked: proxied }
  }

  return {
    ofElement: (reference, size) => refer(reference, () => emptyPicture(size)),
    ofStyle: (reference) => refer(reference, () => transparentPixel),
    blockedCount: () => blocked.size,
    usedInline: () => [...used],
  }
}

/** Raster images that travel inside the message; SVG is left out because it is a document. */
const embedded = /^data:image\/(?:png|gif|jpe?g|webp|bmp|avif|x-icon)[;,]/i

/**
 * The absolute https address of a remote image. Only the plain spellings `https://host` and `//host` count:
 * `https:host`, `\\host` and relative addresses mean something else in every parser and lose their image. Plain http
 * becomes https because the proxy speaks nothing else.
 */
function remoteImageUrl(value: string): string | undefined {
  if (!/^(?:https?:)?\/\/[^/\\]/i.test(value)) return undefined
  const absolute = value.startsWith('//') ? `https:${value}` : value.replace(/^http:/i, 'https:')
  return parseUrl(absolute)?.href
}

/** Content-IDs are written percent-encoded in cid: URLs (RFC 2392). */
function inlineId(inlineImages: Readonly<Record<string, string>>, value: string): string | undefined {
  const id = value.slice('cid:'.length)
  return [id, decoded(id)].find((candidate) => Object.hasOwn(inlineImages, candidate))
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    // not percent-encoded after all
    return id
  }
}

const transparentPixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/**
 * An empty picture of the declared size, so that nothing moves when the real one arrives. With one side or none
 * known it is flat: a square would grow to the width of the page under `width:100%; height:auto`.
 */
function emptyPicture({ width, height }: DeclaredSize): string {
  const [w, h] = [width ?? (height === undefined ? 16 : 1), height ?? 1]
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${w}' height='${h}'/%3E`
}
