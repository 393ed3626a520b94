import type { TokenSource } from './tokens.ts'

type UploadOutcome =
  | { kind: 'kept'; blobId: string; size: number }
  | { kind: 'too-large' }
  /** A full mailbox of uploads, a refusal, a lost connection. */
  | { kind: 'failed' }
  | { kind: 'stopped' }

/** Sends a file to an account (RFC 8620 §6.1); `onProgress` hears the part that has gone, 0 to 1. */
export type BlobUpload = (
  accountId: string,
  file: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
) => Promise<UploadOutcome>

/** NOTE: `fetch` reports no upload progress, so this is an XMLHttpRequest. */
export function createUpload(tokens: TokenSource): BlobUpload {
  return async (accountId, file, onProgress, signal) => {
    const token = await tokens.current()
    if (token === undefined) return { kind: 'failed' }
    return new Promise((resolve) => {
      const request = new XMLHttpRequest()
      request.open('POST', `/jmap/upload/${encodeURIComponent(accountId)}`)
      request.setRequestHeader('authorization', `Bearer ${token}`)
      request.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type)
      request.responseType = 'json'
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total ? loaded / total : 0),
      )
      request.addEventListener('load', () => resolve(outcomeOf(request)))
      request.addEventListener('error', () => resolve({ kind: 'failed' }))
      request.addEventListener('abort', () => resolve({ kind: 'stopped' }))
      signal.addEventListener('abort', () => request.abort())
      if (signal.aborted) resolve({ kind: 'stopped' })
      else request.send(file)
    })
  }
}

function outcomeOf({ status, response }: XMLHttpRequest): UploadOutcome {
  if (status === 413) return { kind: 'too-large' }
  const { blobId, size } = (response ?? {}) as { blobId?: unknown; size?: unknown }
  return status === 201 && typeof blobId === 'string' && typeof size === 'number'
    ? { kind: 'kept', blobId, size }
    : { kind: 'failed' }
}
