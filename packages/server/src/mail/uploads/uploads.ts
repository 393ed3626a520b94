import type { AccountId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Blobs, Sql } from '../../store/index.ts'
import type { Upload, Uploader, Uploads } from './door.ts'
import { heldSize } from './held.ts'
import { createRoom, defaultRoom, type RoomLimits } from './room.ts'

export interface UploadParts {
  database: Sql
  blobs: Blobs
  clock: Clock
  /** Smaller in tests. */
  uploadRoom?: RoomLimits | undefined
}

/** RFC 8620 §6 asks for an hour; a day lets somebody come back to what they were writing. */
const keptMs = 24 * 3_600_000

export function createUploads({ database, blobs, clock, uploadRoom = defaultRoom }: UploadParts): Uploads {
  const makeRoom = createRoom(database, uploadRoom)
  const keep = async (uploader: Uploader, upload: Upload) => {
    await insert(database, uploader, upload, clock.now())
    await makeRoom(uploader.userId, upload)
    return upload
  }
  return {
    keep: async (uploader, source, maxBytes) => {
      const put = await blobs.putStream(source, maxBytes)
      return put === 'too-large' ? put : keep(uploader, put)
    },
    copy: async (from: AccountId, to, digest) => {
      const size = await heldSize(database, from, digest)
      return size === undefined ? undefined : keep(to, { digest, size })
    },
    sweep: async () => {
      const before = new Date(clock.now().getTime() - keptMs)
      const gone = await database.query('delete from upload where uploaded_at < $1 returning 1', [before])
      return gone.length
    },
  }
}

/** What is sent once more begins its day anew. */
async function insert(sql: Sql, { userId, accountId }: Uploader, upload: Upload, now: Date): Promise<void> {
  await sql.prepared(
    'mail-keep-upload',
    `insert into upload (account_id, digest, user_id, size, uploaded_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, digest) do update
       set uploaded_at = greatest(upload.uploaded_at, excluded.uploaded_at), user_id = excluded.user_id`,
    [accountId, upload.digest, userId, upload.size, now],
  )
}
