import type { AddressInfo } from 'node:net'
import type { JmapForTests, JmapUser } from '../test-jmap.ts'

/** Uploads and downloads over a real connection, as a client makes them. */
export interface BlobClient {
  origin: string
  upload(user: JmapUser, body: Buffer | string, type?: string): Promise<string>
  download(user: JmapUser, blobId: string, options?: DownloadOptions): Promise<Response>
}

interface DownloadOptions {
  headers?: Record<string, string>
  type?: string
  name?: string
  method?: string
  accountId?: string
}

export async function blobClient({ http }: Pick<JmapForTests, 'http'>): Promise<BlobClient> {
  await http.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    upload: async (user, body, type = 'application/octet-stream') => {
      const answer = await fetch(`${origin}/jmap/upload/${user.accountId}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : new Uint8Array(body),
        headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
      })
      const { blobId } = (await answer.json()) as { blobId: string }
      return blobId
    },
    download: (user, blobId, { headers, type, name, method, accountId } = {}) => {
      const query = type === undefined ? '' : `?type=${encodeURIComponent(type)}`
      const path = `${accountId ?? user.accountId}/${blobId}/${encodeURIComponent(name ?? 'name')}${query}`
      return fetch(`${origin}/jmap/download/${path}`, {
        method: method ?? 'GET',
        headers: { authorization: `Bearer ${user.token}`, ...headers },
      })
    },
  }
}
