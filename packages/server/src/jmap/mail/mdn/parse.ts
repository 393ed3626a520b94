import { type AccountId, accountWireId, emailWireId } from '@plmail/wire'
import { type ReadReceipt, readReceipt, type Submissions } from '../../../mail/index.ts'
import { readAccount, readIds, invalid, onlyKnown } from '../../engine/arguments.ts'
import type { ReadBytes } from '../../engine/blob-bytes.ts'
import { resolvedBlobId } from '../../engine/blob-id.ts'
import { limits } from '../../engine/limits.ts'
import type { Method } from '../../engine/method.ts'
import { receiptJson } from './receipt-json.ts'

export interface MdnParseNeeds {
  readBytes: ReadBytes
  submissions: Pick<Submissions, 'messageNamed'>
}

/** MDN/parse (RFC 9007 §2.2): reads receipts without keeping them. */
export function mdnParse({ readBytes, submissions }: MdnParseNeeds): Method {
  /** The message that a receipt is about; null where that cannot be told. */
  const loadSubject = async (accountId: AccountId, { originalMessageId }: ReadReceipt) => {
    const header = /<?([^<>\s]+)>?/.exec(originalMessageId ?? '')?.[1]
    const id = header === undefined ? null : await submissions.messageNamed(accountId, header)
    return id === null ? null : emailWireId.encode(id)
  }
  return {
    run: async (args, { caller, createdIds }) => {
      onlyKnown(args, ['accountId', 'blobIds'])
      const account = readAccount(args, caller)
      const blobIds = readIds(args, 'blobIds', limits.maxObjectsInGet)
      if (blobIds === null) throw invalid('blobIds', 'a list of ids')
      const parsed: Array<[string, Record<string, unknown>]> = []
      const notParsable: string[] = []
      const notFound: string[] = []
      for (const requestedId of blobIds) {
        const blobId = resolvedBlobId(requestedId, createdIds)
        const raw = await readBytes(account.id, blobId)
        const receipt = raw && readReceipt(raw)
        if (!raw) notFound.push(requestedId)
        else if (!receipt) notParsable.push(requestedId)
        else parsed.push([blobId, receiptJson(receipt, await loadSubject(account.id, receipt))])
      }
      return {
        accountId: accountWireId.encode(account.id),
        parsed: parsed.length === 0 ? null : Object.fromEntries(parsed),
        notParsable: notParsable.length === 0 ? null : notParsable,
        notFound: notFound.length === 0 ? null : notFound,
      }
    },
  }
}
