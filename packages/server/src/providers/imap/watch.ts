import type { FolderSession } from '../contract/index.ts'
import { commandError } from './classify.ts'
import type { ImapConnection } from './connect.ts'
import { select } from './select.ts'

/** Short, because changes are told only once IDLE has begun. */
export const idleAfterMilliseconds = 20

/** Holds the mailbox open on IDLE (RFC 2177), on a connection of its own; NOOP every two minutes where there is no IDLE. */
export async function watch(
  open: () => Promise<ImapConnection>,
  path: string,
  on: Parameters<FolderSession['watch']>[1],
): Promise<() => Promise<void>> {
  const connection = await open()
  const { client } = connection
  let state: 'starting' | 'watching' | 'over' = 'starting'
  client.on('close', () => {
    if (state !== 'watching') return
    state = 'over'
    on.ended(
      commandError(connection.takeRefusal() ?? new Error('The connection ended'), `watching "${path}"`),
    )
  })
  try {
    await connection.attempt(() => select(connection, path, 'fresh'))
  } catch (error) {
    state = 'over'
    client.close()
    throw error
  }
  if (client.isClosed) throw commandError(new Error('The connection ended'), `watching "${path}"`)
  state = 'watching'
  for (const event of ['exists', 'expunge', 'flags'] as const) client.on(event, () => on.changed())
  return async () => {
    if (state === 'over') return
    state = 'over'
    await client.logout().catch(() => {}) // going away either way
    client.close()
  }
}
