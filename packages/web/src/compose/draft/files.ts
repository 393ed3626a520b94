import type { BlobUpload } from '../../net/index.ts'
import type { CopyFiles } from './copy-files.ts'
import type { DraftFile } from './message.ts'
import { randomId } from './random-id.ts'

/** The files of a draft: uploaded as soon as they are chosen. */
export interface Files {
  all(): readonly DraftFile[]
  /** Begins uploading. Pictures of the text get a `cid`. */
  add(files: readonly File[], isInText: boolean): DraftFile[]
  /** Also stops an upload. */
  remove(id: number): void
  retry(id: number): void
  /** Uploads the files that wait for a network. */
  resume(): void
  /** Returns the bytes of a file that was added in this window. */
  source(id: number): File | undefined
  /** Returns the URL of a picture in the text while this window is open. */
  localUrl(cid: string): string | undefined
  /** Copies the files that are in another account; false when that fails. */
  bringTo(accountId: string, copy: CopyFiles): Promise<boolean>
  stopAll(): void
}

export interface FilesParts {
  files: readonly DraftFile[]
  /** The bytes of files that the server does not have. */
  sources: ReadonlyMap<number, File> | undefined
  isOffline(): boolean
  /** Returns the account from which the message is sent now. */
  accountId(): string
  upload: BlobUpload
  /** The maximum size of an upload, in bytes. */
  most: number
  /** `isContent`: the content of the draft changed, not only the progress of an upload. */
  onChange(isContent: boolean): void
}

export function createFiles(parts: FilesParts): Files {
  const { files, accountId, upload, most, isOffline, onChange } = parts
  let all: readonly DraftFile[] = files
  let count = Math.max(0, ...files.map(({ id }) => id))
  const sources = new Map(parts.sources)
  const stops = new Map<number, AbortController>()
  const urls = new Map<string, string>()
  for (const { id, cid } of files) show(cid, sources.get(id))

  function show(cid: string | undefined, source: File | undefined): void {
    if (source && cid !== undefined) urls.set(cid, URL.createObjectURL(source))
  }

  function change(id: number, changes: Partial<DraftFile>, isContent = false): void {
    all = all.map((file) => (file.id === id ? { ...file, ...changes } : file))
    onChange(isContent)
  }

  async function send(id: number): Promise<void> {
    const source = sources.get(id)
    if (!source) return
    if (source.size > most) return change(id, { state: 'too-large' })
    const stop = new AbortController()
    stops.set(id, stop)
    const to = accountId()
    change(id, { state: 'uploading', progress: 0 })
    const outcome = await upload(to, source, (progress) => change(id, { progress }), stop.signal)
    stops.delete(id)
    if (outcome.kind === 'kept')
      change(id, { state: 'kept', progress: 1, blob: { accountId: to, blobId: outcome.blobId } }, true)
    else if (outcome.kind !== 'stopped')
      change(id, { state: outcome.kind === 'failed' && isOffline() ? 'waiting' : outcome.kind })
  }

  return {
    all: () => all,
    add(chosen, isInText) {
      const added = chosen.map((file): DraftFile => {
        const id = (count += 1)
        const cid = isInText ? `${randomId()}@plmail` : undefined
        sources.set(id, file)
        show(cid, file)
        const type = file.type === '' ? 'application/octet-stream' : file.type
        return {
          id,
          name: file.name,
          type,
          size: file.size,
          cid,
          blob: undefined,
          state: 'uploading',
          progress: 0,
        }
      })
      all = [...all, ...added]
      onChange(false)
      for (const { id } of added) void send(id)
      return added
    },
    remove(id) {
      stops.get(id)?.abort()
      sources.delete(id)
      all = all.filter((file) => file.id !== id)
      onChange(true)
    },
    retry: (id) => void send(id),
    resume() {
      for (const { id, state } of all) if (state === 'waiting') void send(id)
    },
    source: (id) => sources.get(id),
    localUrl: (cid) => urls.get(cid),
    async bringTo(target, copy) {
      if (all.every(({ blob }) => !blob || blob.accountId === target)) return true
      const copying = await import('./copy-files.ts').catch(() => undefined)
      const copies = await copying?.withFilesOf(target, all, copy)
      if (!copies) return false
      all = all.map((file) => copies.get(file.id) ?? file)
      onChange(false)
      return true
    },
    stopAll() {
      for (const stop of stops.values()) stop.abort()
      for (const url of urls.values()) URL.revokeObjectURL(url)
    },
  }
}
