import type { AttachmentPreview, ParsedEmail, RenderedBody } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import { type RecordsContext, oncePer } from '../core/records-context.ts'

/** A message that is attached to another. */
export interface AttachedMessage {
  email: ParsedEmail
  body: RenderedBody
}

/** A header line, exactly as received. */
export interface HeaderLine {
  name: string
  value: string
}

/**
 * The parts of a message that are fetched besides its body: its files, its header. Each undefined when it cannot be
 * fetched.
 */
export interface Attached {
  preview(accountId: string, blobId: string): Promise<AttachmentPreview | undefined>
  message(accountId: string, blobId: string, theme: 'light' | 'dark'): Promise<AttachedMessage | undefined>
  headers(accountId: string, emailId: string): Promise<readonly HeaderLine[] | undefined>
}

export const attachedOf = oncePer(createAttached)

function createAttached({ jmap }: RecordsContext): Attached {
  return {
    async preview(accountId, blobId) {
      const batch = createBatch()
      const call = batch.add('AttachmentPreview/get', { accountId, blobIds: [blobId] })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok ? answer.value.list[0] : undefined
    },
    async message(accountId, blobId, theme) {
      const batch = createBatch()
      const properties = ['subject', 'from', 'to', 'sentAt']
      const parsed = batch.add('Email/parse', { accountId, blobIds: [blobId], properties })
      const drawn = batch.add('RenderedBody/get', { accountId, blobIds: [blobId], images: 'blocked', theme })
      const answers = await jmap.send(batch)
      const [head, body] = [answers?.of(parsed), answers?.of(drawn)]
      const email = head?.ok ? head.value.parsed?.[blobId] : undefined
      const rendered = body?.ok ? body.value.list[0] : undefined
      return email && rendered ? { email, body: rendered } : undefined
    },
    async headers(accountId, emailId) {
      const batch = createBatch()
      const call = batch.add('Email/get', { accountId, ids: [emailId], properties: ['headers'] })
      const answer = (await jmap.send(batch))?.of(call)
      const [email] = answer?.ok ? answer.value.list : []
      return (email as { headers?: HeaderLine[] } | undefined)?.headers
    },
  }
}
