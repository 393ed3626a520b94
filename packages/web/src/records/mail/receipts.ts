import type { Mdn } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'

/** A report that somebody has read a message of ours. */
export interface ReadReport {
  /** The address of the recipient that the receipt is about. */
  who: string
  /** UTC; null if the receipt lacks it. */
  at: string | null
}

/** Receipts that are asked for and that came. */
export interface Receipts {
  /** `sent`, or the server's word for why not; `unreachable` when no answer came. */
  send(accountId: string, identityId: string, emailId: string): Promise<string>
  /** Returns the receipts for a message that was sent from here; undefined when no answer came. */
  reports(accountId: string, emailId: string): Promise<ReadReport[] | undefined>
}

const disposition: Mdn['disposition'] = {
  actionMode: 'manual-action',
  sendingMode: 'mdn-sent-manually',
  type: 'displayed',
}

export function createReceipts(jmap: Pick<Jmap, 'send'>): Receipts {
  async function blobsFor(accountId: string, emailId: string): Promise<string[] | undefined> {
    const batch = createBatch()
    const query = batch.add('EmailSubmission/query', { accountId, filter: { emailIds: [emailId] } })
    const get = batch.add('EmailSubmission/get', {
      accountId,
      '#ids': { resultOf: query.id, name: query.name, path: '/ids' },
      properties: ['mdnBlobIds'],
    })
    const answer = (await jmap.send(batch))?.of(get)
    return answer?.ok ? answer.value.list.flatMap(({ mdnBlobIds }) => mdnBlobIds ?? []) : undefined
  }

  return {
    async send(accountId, identityId, emailId) {
      const batch = createBatch()
      const call = batch.add('MDN/send', {
        accountId,
        identityId,
        send: { r: { forEmailId: emailId, disposition } },
        onSuccessUpdateEmail: { '#r': { 'keywords/$mdnsent': true } },
      })
      const answer = (await jmap.send(batch))?.of(call)
      if (!answer) return 'unreachable'
      if (!answer.ok) return answer.error.type
      return answer.value.notSent?.['r']?.type ?? 'sent'
    },
    async reports(accountId, emailId) {
      const blobIds = await blobsFor(accountId, emailId)
      if (blobIds === undefined || blobIds.length === 0) return blobIds && []
      const batch = createBatch()
      const mdns = batch.add('MDN/parse', { accountId, blobIds })
      const mails = batch.add('Email/parse', { accountId, blobIds, properties: ['sentAt', 'from'] })
      const answers = await jmap.send(batch)
      const [read, sent] = [answers?.of(mdns), answers?.of(mails)]
      if (!read?.ok || !sent?.ok) return undefined
      return blobIds.flatMap((id) => {
        const { finalRecipient } = read.value.parsed?.[id] ?? {}
        if (finalRecipient === undefined) return []
        const mail = sent.value.parsed?.[id]
        const who = finalRecipient?.replace(/^[^;]*;\s*/, '') ?? mail?.from?.[0]?.email ?? ''
        return [{ who, at: mail?.sentAt ?? null }]
      })
    },
  }
}
