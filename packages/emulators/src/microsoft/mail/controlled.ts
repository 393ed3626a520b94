import type { RawMessage } from '../../blobs/raw.ts'
import { placeInvitation } from '../../delivery/meeting-mail.ts'
import type { DeliverOptions, EmulatedMailbox } from '../../mailbox.ts'
import type { EmulatedCalendars } from '../calendar/door.ts'
import { emulatedCalendars } from '../calendar/emulated-calendars.ts'
import { hasWrittenTo, takeInvitation } from '../calendar/take-invitation.ts'
import { actOn } from './act.ts'
import { itemById, ownId, type GraphMailbox, type MailboxOptions } from '../mailbox/mailbox.ts'
import { turnOdd } from './odd.ts'
import { folderFor } from './places.ts'
import { notFlagged, type MailItem } from '../mailbox/mail-store.ts'
import { readTruth } from './truth.ts'

/** A mailbox as control, generator and oracle see it. */
export interface MicrosoftMailbox extends EmulatedMailbox {
  readonly options: MailboxOptions
  /** The id in the other form: `rest` changes with each move. */
  idIn(form: 'rest' | 'immutable', id: string): string
  readonly calendars: EmulatedCalendars
}

export function controlled(mailbox: GraphMailbox): MicrosoftMailbox {
  return {
    email: mailbox.email,
    options: mailbox.options,
    deliver(raw, options = {}) {
      const id = ownId(mailbox, deliver(mailbox, raw, options))
      if ((options.to ?? 'inbox') === 'inbox')
        placeInvitation(raw, {
          clock: mailbox.world.clock,
          placing: mailbox.options.placing,
          receivedAt: options.receivedAt,
          isKnown: (address) => hasWrittenTo(mailbox, address),
          take: (meeting) => takeInvitation(mailbox, meeting),
        })
      return id
    },
    truth: () => readTruth(mailbox),
    act: (op) => actOn(mailbox, op),
    turnOdd: (oddity) => turnOdd(mailbox, oddity),
    calendars: emulatedCalendars(mailbox),
    idIn(form, id) {
      const item = itemById(mailbox, id)
      if (item === undefined) throw new Error(`No message has the id ${id}`)
      return mailbox.store.ids.message(item.serial, item.moves, form === 'immutable')
    },
  }
}

function deliver(mailbox: GraphMailbox, raw: RawMessage, options: DeliverOptions = {}): MailItem {
  const { receivedAt = mailbox.world.clock.now(), to = 'inbox', keywords = [] } = options
  const categories = keywords.filter((keyword) => !keyword.startsWith('$'))
  for (const name of categories) mailbox.categories.ensure(name)
  return mailbox.store.add({
    raw,
    folder: folderFor(mailbox.store, to),
    receivedAt: receivedAt.getTime(),
    isRead: keywords.includes('$seen'),
    isDraft: keywords.includes('$draft'),
    flag: keywords.includes('$flagged') ? { flagStatus: 'flagged' } : notFlagged,
    categories,
  })
}
