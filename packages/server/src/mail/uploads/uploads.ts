import type { AccountId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import { type Blobs, type Sql, together } from '../../store/index.ts'
import type { Upload, Uploader, Uploads } from './types.ts'
import { selectUploadSize } from './open-upload.ts'
import { createRoom, defaultRoom, type RoomLimits } from './upload-limits.ts'

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
  const keepRow = together((uploads: readonly NewUpload[]) => insert(database, uploads))
  const keep = async (uploader: Uploader, upload: Upload) => {
    await keepRow({ ...uploader, ...upload, at: clock.now() })
    await makeRoom(uploader.userId, upload)
    return upload
  }
  return {
    keep: async (uploader, source, maxBytes) => {
      const put = await blobs.putStream(source, maxBytes)
      return put === 'too-large' ? put : keep(uploader, put)
    },
    copy: async (from: AccountId, to, digest) => {
      const size = await selectUploadSize(database, from, digest)
      return size === undefined ? undefined : keep(to, { digest, size })
    },
    sweep: async () => {
      const before = new Date(clock.now().getTime() - keptMs)
      const gone = await database.query('delete from upload where uploaded_at < $1 returning 1', [before])
      return gone.length
    },
  }
}

interface NewUpload extends Uploader, Upload {
  at: Date
}

/**
 * Inserts uploads; one sent again starts its day anew. Duplicates in one batch become one row; rows are in order, so
 * that two processes wait for each other instead of deadlocking.
 */
async function insert(sql: Sql, uploads: readonly NewUpload[]): Promise<readonly NewUpload[]> {
  await sql.prepared(
    'mail-keep-uploads',
    `insert into upload (account_id, digest, user_id, size, uploaded_at)
     select distinct on (account_id, digest) account_id, digest, user_id, size, uploaded_at
     from unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::int[], $5::timestamptz[])
       as u (account_id, digest, user_id, size, uploaded_at)
     order by account_id, digest, uploaded_at desc
     on conflict (account_id, digest) do update
       set uploaded_at = greatest(upload.uploaded_at, excluded.uploaded_at), user_id = excluded.user_id`,
    [
      uploads.map((upload) => upload.accountId),
      uploads.map((upload) => upload.digest),
      uploads.map((upload) => upload.userId),
      uploads.map((upload) => upload.size),
      uploads.map((upload) => upload.at),
    ],
  )
  return uploads
}
