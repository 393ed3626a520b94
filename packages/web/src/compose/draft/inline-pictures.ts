import type { App } from '../../commands/index.ts'
import type { Draft } from './draft.ts'

/** Returns the resolver of picture URLs for a message: this window's own files, or blobs of the server. */
export function picturesOf(app: App, draft: Draft): (src: string) => Promise<string | undefined> {
  const loaded = new Map<string, Promise<string | undefined>>()

  async function load(cid: string): Promise<string | undefined> {
    const file = draft.files.all().find((candidate) => candidate.cid === cid)
    if (!file?.blob) return undefined
    const blob = await app.blob({ ...file.blob, name: file.name, type: file.type })
    return blob && URL.createObjectURL(blob)
  }

  return (src) => {
    if (src.startsWith('data:image/')) return Promise.resolve(src)
    // Nothing comes from the internet into a message while it is written.
    if (!src.startsWith('cid:')) return Promise.resolve(undefined)
    const cid = src.slice(4)
    const local = draft.files.localUrl(cid)
    if (local !== undefined) return Promise.resolve(local)
    const url = loaded.get(cid) ?? load(cid)
    loaded.set(cid, url)
    return url
  }
}
