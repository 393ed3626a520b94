import type { ContactCard } from '@plmail/wire'
import type { App } from '../commands/index.ts'
import type { contactsOf } from '../records/index.ts'
import { contactWords as words } from '../words/index.ts'
import { displayName } from './card-form.ts'

interface ContactParts extends Pick<App, 'navigator' | 'toasts' | 'undoStack'> {
  contacts: Pick<ReturnType<typeof contactsOf>, 'save' | 'importFile'>
}

/** The actions on contact cards, with their toasts. */
export interface ContactActions {
  /** Writes what was changed of a card, or a new one; false when the server did not take it. */
  save(card: ContactCard | undefined, changes: Record<string, unknown>): Promise<boolean>
  remove(card: ContactCard): Promise<void>
  importFile(file: File): Promise<void>
}

export function createContactActions({
  contacts,
  navigator,
  toasts,
  undoStack,
}: ContactParts): ContactActions {
  return {
    async save(card, changes) {
      // A new card has nothing that could be taken out of it.
      const fields = card ? changes : withoutNulls(changes)
      const done = await contacts.save(card ? { update: { [card.id]: fields } } : { create: [fields] })
      if (!done.ok) return false
      toasts.show({ text: words.saved, tone: 'plain' })
      if (!card) navigator.go({ screen: 'contacts', card: done.created[0] ?? '' })
      return true
    },

    async remove(card) {
      const done = await contacts.save({ destroy: [card.id] })
      if (!done.ok) return toasts.show({ text: words.notSaved, tone: 'problem' })
      navigator.go({ screen: 'contacts' })
      const { id: _, ...rest } = card
      undoStack.push(
        { undo: () => void contacts.save({ create: [rest] }) },
        toasts,
        words.removed({ name: displayName(card) }),
      )
    },

    async importFile(file) {
      const answer = await contacts.importFile(file)
      if (!answer.ok) return toasts.show({ text: words.notImported, tone: 'problem' })
      const { created, replaced, unreadable } = answer.value
      const parts = [
        words.imported({ created, replaced }),
        ...(unreadable > 0 ? [words.unreadable({ count: unreadable })] : []),
      ]
      toasts.show({ text: parts.join('. '), tone: 'plain' })
    },
  }
}

const withoutNulls = (changes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null))
