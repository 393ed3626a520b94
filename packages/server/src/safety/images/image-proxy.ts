import type { Clock } from '../../kit/clock.ts'
import type { Outbound } from '../outbound/types.ts'
import { createDiskCache } from './disk-cache.ts'
import type { PictureReader } from './picture-reader.ts'
import { type ImageKey, type ImageQuery, unixDay, verifiedImageUrl } from './signed-url.ts'
import { sniffImage } from './sniff-image.ts'

interface ImageAnswer {
  contentType: string
  cacheControl: string
  body: Buffer
}

/** Answers one proxy address; never throws for a bad address or a bad picture. */
export type ImageProxy = (query: ImageQuery) => Promise<ImageAnswer>

export interface ImageProxyOptions {
  outbound: Outbound
  key: ImageKey
  clock: Clock
  cacheFolder: string
  /** Default 256 MB. */
  maxCacheBytes?: number
}

const weekMs = 7 * 86_400_000

/** Fetches remote images in the reader's place: signed addresses only, raster pictures only, by the guarded way out. */
export function createImageProxy(options: ImageProxyOptions): ImageProxy {
  const { outbound, key, clock, cacheFolder, maxCacheBytes = 256 * 1024 * 1024 } = options
  const cache = createDiskCache({ folder: cacheFolder, clock, maxBytes: maxCacheBytes, maxAgeMs: weekMs })
  const underWay = new Map<string, Promise<Buffer | undefined>>()

  // A cache that does not work, on a full disk say, costs fetches; the reader still gets the picture.
  async function picture(url: string, reader: PictureReader | undefined): Promise<Buffer | undefined> {
    const cached = await cache.get(url).catch(() => undefined)
    if (cached) return cached
    const fetched = await fetchPicture(outbound, url, reader)
    if (fetched) await cache.put(url, fetched).catch(() => undefined)
    return fetched
  }

  /** A newsletter repeats its pictures; simultaneous requests for one URL share one fetch, on behalf of the first. */
  function sharedPicture(url: string, reader: PictureReader | undefined): Promise<Buffer | undefined> {
    const waiting = underWay.get(url)
    if (waiting) return waiting
    const started = picture(url, reader).finally(() => underWay.delete(url))
    underWay.set(url, started)
    return started
  }

  return async (query) => {
    const request = verifiedImageUrl(query, key, unixDay(clock.now()))
    const body = request && (await sharedPicture(request.url, request.reader))
    const contentType = body && sniffImage(body)
    if (!body || !contentType) return nothingToSee
    return { contentType, cacheControl: 'private, max-age=86400', body }
  }
}

async function fetchPicture(
  outbound: Outbound,
  url: string,
  reader: PictureReader | undefined,
): Promise<Buffer | undefined> {
  const outcome = await outbound('image', url, reader?.userId ?? 'installation', reader?.sender)
  if (!outcome.ok || outcome.response.status !== 200) return undefined
  return sniffImage(outcome.response.body) ? outcome.response.body : undefined
}

/** The same answer for every failure, so that a page learns nothing about addresses it cannot reach itself. */
const nothingToSee: ImageAnswer = {
  contentType: 'image/gif',
  cacheControl: 'no-store',
  body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
}
