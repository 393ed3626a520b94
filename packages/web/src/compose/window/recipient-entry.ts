import type { EmailAddress } from '@plmail/wire'

/** A thousand people with their names; more is something else, and reading it would stop the window. */
const maxPasteLength = 100_000
const minLetters = 2
const maxSuggestions = 8

/** The meaning of a key in a recipient field. */
export type EntryKey =
  { do: 'choose'; index: number } | { do: 'close' } | { do: 'pick' } | { do: 'take' } | { do: 'remove-last' }

interface EntryState {
  typed: string
  /** Number of suggestions in the list below the field; 0 while it is closed. */
  suggestions: number
  chosen: number
}

/** Undefined for a key that is left to the browser. */
export function entryKey(
  { key, ctrlKey, metaKey, isComposing }: KeyboardEvent,
  { typed, suggestions, chosen }: EntryState,
): EntryKey | undefined {
  if (isComposing) return undefined
  const isOpen = suggestions > 0
  const hasModifier = ctrlKey || metaKey
  if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp'))
    return { do: 'choose', index: (chosen + (key === 'ArrowDown' ? 1 : -1) + suggestions) % suggestions }
  if (isOpen && key === 'Escape') return { do: 'close' }
  if (isOpen && (key === 'Enter' || key === 'Tab') && !hasModifier) return { do: 'pick' }
  if (key === ',' || key === ';') return { do: 'take' }
  if (key === 'Enter' && !hasModifier && typed.trim() !== '') return { do: 'take' }
  if (key === 'Backspace' && typed === '') return { do: 'remove-last' }
  return undefined
}

/** One half-typed word is typed on; anything that names several people or a whole address is taken. */
export function pasteMeaning(text: string): 'too-long' | 'take' | 'type' {
  if (text.length > maxPasteLength) return 'too-long'
  return /[,;\n@]/.test(text) ? 'take' : 'type'
}

/** Completes what is typed; an answer that comes after the next question is dropped. */
export interface RecipientCompletion {
  ask(text: string, taken: readonly EmailAddress[]): Promise<void>
  /** Nothing is offered any more, whatever is still on its way. */
  close(): void
}

export function createCompletion(
  complete: (text: string) => Promise<readonly EmailAddress[]>,
  show: (people: readonly EmailAddress[]) => void,
): RecipientCompletion {
  let turn = 0
  return {
    async ask(text, taken) {
      const mine = (turn += 1)
      if (text.trim().length < minLetters) return show([])
      const people = await complete(text.trim())
      if (mine !== turn) return
      const addresses = new Set(taken.map(({ email }) => email.toLowerCase()))
      show(people.filter(({ email }) => !addresses.has(email.toLowerCase())).slice(0, maxSuggestions))
    },
    close() {
      turn += 1
      show([])
    },
  }
}
