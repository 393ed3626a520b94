/** The blobs read last, up to a number of bytes; an opened message is asked for by part, again and again. */
export interface RecentBlobs {
  get(key: string): Buffer | undefined
  put(key: string, content: Buffer): void
}

export function recentBlobs(maxBytes: number): RecentBlobs {
  const buffers = new Map<string, Buffer>() // a Map iterates in insertion order: oldest use first
  let bytes = 0
  const drop = (key: string) => {
    bytes -= buffers.get(key)?.length ?? 0
    buffers.delete(key)
  }
  return {
    get: (key) => {
      const content = buffers.get(key)
      if (!content) return undefined
      buffers.delete(key)
      buffers.set(key, content)
      return content
    },
    put: (key, content) => {
      if (content.length > maxBytes / 4) return
      drop(key)
      buffers.set(key, content)
      bytes += content.length
      for (const oldest of buffers.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
  }
}
