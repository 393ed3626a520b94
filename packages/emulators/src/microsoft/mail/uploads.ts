import type { EmulatedAnswer } from '../../http/answer.ts'
import type { World } from '../../world.ts'
import { Refused } from '../refused.ts'
import { attachmentId } from './attachment-json.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import type { MailItem } from '../mailbox/mail-store.ts'
import type { DraftAttachment } from './compose.ts'
import type { Attachment } from '../mailbox/content.ts'

/** The attachment for which an upload session was opened. */
interface GraphUpload {
  mailbox: GraphMailbox
  item: MailItem
  size: number
  name: string
  contentType: string
  contentId: string | undefined
  isInline: boolean
  immutableIds: boolean
  /** For the link in the last answer. */
  graphBase: string
}

/** Attachments that arrive in pieces, at an origin of their own where a token is an error [D]. */
export interface UploadSessions {
  open(upload: GraphUpload): { uploadUrl: string; expirationDateTime: string; nextExpectedRanges: string[] }
  getMailbox(key: string): GraphMailbox | undefined
  /** `PUT` of one piece. */
  put(key: string, headers: Readonly<Record<string, string | undefined>>, bytes: Buffer): EmulatedAnswer
  /** `GET`: what is still missing. */
  state(key: string): EmulatedAnswer
  cancel(key: string): EmulatedAnswer
}

interface Session extends GraphUpload {
  expiresAt: number
  pieces: Buffer[]
  received: number
}

/** [K] */
const lifeMs = 3600_000 * 8
/** [D] A piece is smaller than 4 MB. */
const maxPieceSize = 4 * 1024 * 1024

export function createUploadSessions(
  world: World,
  /** Origin that receives the chunks. */
  origin: string,
  attach: (mailbox: GraphMailbox, item: MailItem, draft: DraftAttachment) => Attachment,
): UploadSessions {
  const sessions = new Map<string, Session>()

  function need(key: string): Session {
    const session = sessions.get(key)
    if (session && session.expiresAt > world.clock.now().getTime()) return session
    throw new Refused(404, 'ErrorItemNotFound', 'The upload session was not found.')
  }

  function describe(session: Session) {
    return {
      expirationDateTime: new Date(session.expiresAt).toISOString(),
      // Only where the next piece begins [D].
      nextExpectedRanges: [session.received === 0 ? '0-' : String(session.received)],
    }
  }

  return {
    open(upload) {
      const key = world.nextHex(32)
      const expiresAt = world.clock.now().getTime() + lifeMs
      const session = { ...upload, expiresAt, pieces: [], received: 0 }
      sessions.set(key, session)
      return { uploadUrl: `${origin}/upload/${key}?authtoken=${world.nextHex(16)}`, ...describe(session) }
    },
    getMailbox: (key) => sessions.get(key)?.mailbox,
    put(key, headers, bytes) {
      const session = need(key)
      const { first, last, total } = readRange(headers['content-range'])
      if (bytes.length !== last - first + 1 || total !== session.size)
        throw invalidRange('The Content-Range does not fit the content.')
      if (bytes.length > maxPieceSize)
        throw new Refused(413, 'RequestEntityTooLarge', 'A piece must be smaller than 4 MB.')
      if (first !== session.received) throw invalidRange('The pieces must come in order and without gaps.')
      session.pieces.push(bytes)
      session.received += bytes.length
      if (session.received < session.size) return { status: 200, body: describe(session) }
      sessions.delete(key)
      return finish(session)
    },
    state: (key) => ({ status: 200, body: describe(need(key)) }),
    cancel(key) {
      need(key)
      sessions.delete(key)
      return { status: 204 }
    },
  }

  function finish(session: Session): EmulatedAnswer {
    const { mailbox, item, name, contentType, contentId, isInline, pieces } = session
    if (!mailbox.store.items.has(item.serial) || !item.isDraft)
      throw new Refused(404, 'ErrorItemNotFound', 'The message is no longer there, or no longer a draft.')
    const content = Buffer.concat(pieces)
    const attachment = attach(mailbox, item, {
      kind: 'file',
      name,
      contentType,
      contentId,
      isInline,
      bytes: () => content,
    })
    const view = {
      store: mailbox.store,
      reader: mailbox.reader,
      immutableIds: session.immutableIds,
      bodyAsText: false,
    }
    const message = mailbox.store.ids.message(item.serial, item.moves, session.immutableIds)
    const location = `${session.graphBase}/users('${mailbox.account.oid}')/messages('${encodeURIComponent(message)}')/attachments('${encodeURIComponent(attachmentId(item, attachment, view))}')`
    return { status: 201, headers: { location } }
  }
}

function readRange(header: string | undefined): { first: number; last: number; total: number } {
  const parts = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(header ?? '')
  if (parts === null) throw invalidRange('The Content-Range is missing or cannot be read.')
  return { first: Number(parts[1]), last: Number(parts[2]), total: Number(parts[3]) }
}

function invalidRange(message: string): Refused {
  return new Refused(416, 'ErrorInvalidRange', message)
}
