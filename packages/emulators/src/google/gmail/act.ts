import type { ActAs } from '../../mailbox.ts'
import type { GmailMailbox } from './mailbox.ts'
import { keywordLabel, placeLabel } from './places.ts'
import type { Stored } from './stored.ts'

/** Labels that say where a message lies; moving takes them off. */
const places = ['INBOX', 'TRASH', 'SPAM']

/** Another client's doing, as the web interface would do it. */
export function actAs(mailbox: GmailMailbox, op: ActAs): void {
  const { store } = mailbox
  switch (op.kind) {
    case 'mark':
    case 'unmark':
      return each(mailbox, op.ids, (message) => mark(mailbox, message, op.keyword, op.kind === 'mark'))
    case 'move': {
      const target = placeLabel(store, op.to)
      const away = places.filter((place) => place !== target)
      return each(mailbox, op.ids, (message) =>
        store.relabel(message, target === undefined ? [] : [target], away),
      )
    }
    case 'archive':
      return each(mailbox, op.ids, (message) => store.relabel(message, [], ['INBOX']))
    case 'trash':
      return each(mailbox, op.ids, (message) => store.relabel(message, ['TRASH'], []))
    case 'delete':
      return each(mailbox, op.ids, (message) => store.remove(message))
    case 'label':
    case 'unlabel': {
      const id = placeLabel(store, op.label)
      const ids = id === undefined ? [] : [id]
      const isLabel = op.kind === 'label'
      return each(mailbox, op.ids, (message) =>
        store.relabel(message, isLabel ? ids : [], isLabel ? [] : ids),
      )
    }
    case 'create-folder':
      store.labels.create({ name: op.name })
      return store.history.pass()
    case 'rename-folder':
      store.labels.change(folder(mailbox, op.name), { name: op.to })
      return store.history.pass()
    case 'delete-folder':
      return store.deleteLabel(folder(mailbox, op.name))
    case 'create-draft':
      mailbox.createDraft(op.raw)
      return
    case 'edit-draft':
      mailbox.updateDraft(draftId(mailbox, op.id), op.raw)
      return
    case 'send':
      mailbox.send(op.raw, { recipients: op.recipients })
      return
  }
}

function each(mailbox: GmailMailbox, ids: readonly string[], run: (message: Stored) => void): void {
  for (const id of ids) run(mailbox.store.get(id))
}

function mark({ store }: GmailMailbox, message: Stored, keyword: string, isSet: boolean): void {
  if (keyword === '$seen') return store.relabel(message, isSet ? [] : ['UNREAD'], isSet ? ['UNREAD'] : [])
  const label = keywordLabel(store, keyword)
  store.relabel(message, isSet ? [label] : [], isSet ? [] : [label])
}

function folder({ store }: GmailMailbox, name: string): string {
  const label = store.labels.named(name)
  if (!label) throw new Error(`There is no label ${name}`)
  return label.id
}

/** A draft by its own id or by that of its message. */
function draftId({ store }: GmailMailbox, id: string): string {
  return store.drafts.has(id) ? id : (store.getDraft(id) ?? id)
}
