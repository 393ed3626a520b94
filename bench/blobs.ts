import { randomBytes } from 'node:crypto'
import { administrator, imported } from './stage/imported.ts'
import { getMemory } from './stage/processes.ts'
import { type Program, startProgram } from './stage/program.ts'
import type { Bench, Row } from './stage/rows.ts'
import { signIn } from './stage/session.ts'

const mebibyte = 1024 * 1024
const size = 50 * mebibyte
const atOnce = 8

/** What large uploads and downloads at once cost in memory: a little each, however large they are. */
export const blobs: Bench = {
  name: 'blobs',
  run: async (stage) => {
    const { dataFolder } = await imported(stage)
    const program = await startProgram({ root: stage.root, dataFolder }, 'web')
    try {
      const session = await signIn(program.address, administrator.email, administrator.password)
      const { token } = (await session.post('/api/session/token', {})) as { token: string }
      const client = connect(program.address, token)
      const account = await client.account()
      await client.upload(account, 1) // everything is loaded once something was sent
      const all = Array.from({ length: atOnce })
      let ids: string[] = []
      const up = await growth(program, async () => {
        ids = await Promise.all(all.map(() => client.upload(account, size)))
      })
      const down = await growth(program, async () => {
        await Promise.all(ids.map((id) => client.download(account, id)))
      })
      const note = (seconds: number) => `${Math.round((atOnce * size) / mebibyte / seconds)} MiB/s`
      const budget = { atMost: 150 }
      return [
        {
          what: '8 uploads of 50 MiB at once',
          value: up.mebibytes,
          unit: 'MiB',
          budget,
          note: note(up.seconds),
        },
        { what: '8 downloads of them', value: down.mebibytes, unit: 'MiB', budget, note: note(down.seconds) },
      ] satisfies Row[]
    } finally {
      await program.stop()
    }
  },
}

/** How much more memory the server and its database held than before, at most. */
async function growth(program: Program, work: () => Promise<void>) {
  const before = getMemory(program.pids())
  let limit = before
  const watch = setInterval(() => (limit = Math.max(limit, getMemory(program.pids()))), 50)
  const began = performance.now()
  await work().finally(() => clearInterval(watch))
  return { mebibytes: limit - before, seconds: (performance.now() - began) / 1000 }
}

function connect(address: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const answered = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(address + path, { headers, ...init })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return answer
  }
  return {
    account: async () => {
      const json = (await (await answered('/jmap/session')).json()) as {
        primaryAccounts: Record<string, string>
      }
      return json.primaryAccounts['urn:ietf:params:jmap:mail'] ?? ''
    },
    upload: async (account: string, bytes: number) => {
      const init = { method: 'POST', body: pieces(bytes), duplex: 'half' } as RequestInit
      const json = (await (await answered(`/jmap/upload/${account}`, init)).json()) as { blobId: string }
      return json.blobId
    },
    download: async (account: string, blobId: string) => {
      const { body } = await answered(`/jmap/download/${account}/${blobId}/large`)
      let bytesRead = 0
      for await (const piece of body ?? []) bytesRead += piece.length
      if (bytesRead !== size) throw new Error(`A download ended after ${bytesRead} bytes`)
    },
  }
}

/** Different bytes each time, so that nothing is there already. */
function pieces(bytes: number): ReadableStream<Uint8Array> {
  const piece = randomBytes(Math.min(bytes, mebibyte))
  let left = bytes
  return new ReadableStream({
    pull: (controller) => {
      if (left <= 0) return controller.close()
      controller.enqueue(new Uint8Array(piece.subarray(0, left)))
      left -= piece.length
    },
  })
}
