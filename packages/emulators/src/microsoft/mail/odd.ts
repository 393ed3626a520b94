import type { Oddity, Unreadable } from '../../faults/oddities.ts'
import { Refused } from '../refused.ts'
import { actOn, forEachItem, need } from './act.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import { folderFor } from './places.ts'
import type { Folder, MailItem } from '../mailbox/mail-store.ts'

export function turnOdd(mailbox: GraphMailbox, oddity: Oddity): void {
  switch (oddity.kind) {
    case 'other-items':
      need(mailbox, oddity.folder).otherItems = oddity.count
      return
    case 'search-folder':
      Object.assign(folderFor(mailbox.store, oddity.name), { isSearch: true, otherItems: oddity.count })
      return
    case 'no-delta':
      need(mailbox, oddity.folder).refusesDelta = oddity.status
      return
    case 'unreadable':
      return spoil(mailbox, oddity.ids, { status: oddity.status, reach: oddity.reach ?? 'content' })
    case 'readable':
      return spoil(mailbox, oddity.ids, undefined)
    case 'untold':
      return mailbox.store.quietly(() => actOn(mailbox, oddity.act))
    case 'total-off':
      throw new Error('Graph counts by folder')
  }
}

const spoil = (mailbox: GraphMailbox, ids: readonly string[], how: Unreadable | undefined): void =>
  forEachItem(mailbox, ids, (item) => {
    item.unreadable = how
  })

/** Throws where the message cannot be read so far: its content only, or not even what it is. */
export function refuseUnreadable({ unreadable }: MailItem, requestedReach: Unreadable['reach']): void {
  if (!unreadable || (unreadable.reach === 'content' && requestedReach === 'everything')) return
  const { status } = unreadable
  if (requestedReach === 'content' && status === 500)
    throw new Refused(status, 'ErrorMimeContentConversionFailed', 'The content conversion failed.')
  throw new Refused(
    status,
    status === 403
      ? 'ErrorAccessDenied'
      : status === 400
        ? 'ErrorInvalidRequest'
        : 'ErrorInternalServerError',
    'An internal server error occurred. The operation failed.',
  )
}

/** A search folder holds nothing of its own to follow [K]; of real folders single ones are refused [F]. */
export function refuseWithoutDelta(folder: Folder): void {
  if (folder.isSearch)
    throw new Refused(400, 'ErrorInvalidRequest', 'Change tracking is not supported against search folders.')
  if (folder.refusesDelta > 0)
    throw new Refused(
      folder.refusesDelta,
      folder.refusesDelta === 403 ? 'ErrorAccessDenied' : 'ErrorInternalServerError',
      'The operation failed.',
    )
}
