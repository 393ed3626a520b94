import type { EmailAddress } from '@plmail/wire'
import { parseRecipients, unique, writeRecipient } from '../draft/recipients.ts'
import { createCompletion, entryKey, pasteMeaning } from './recipient-entry.ts'

export interface RecipientInputState {
  readonly typed: string
  /** People offered below the field; none while the list is closed. */
  readonly suggested: readonly EmailAddress[]
  /** Index of the suggestion that Enter picks. */
  readonly chosen: number
  /** What was pasted is longer than any list of people. */
  readonly isTooLong: boolean
}

/** A field for people: what is typed and pasted becomes people, with suggestions meanwhile. */
export interface RecipientInput {
  readonly state: RecipientInputState
  type(text: string): void
  /** Returns whether the key was for the field; `closes` when all it did was to close the list. */
  press(event: KeyboardEvent): 'taken' | 'closes' | undefined
  /** Returns whether the text was taken or refused; otherwise the browser types it. */
  paste(text: string): boolean
  add(people: readonly EmailAddress[]): void
  remove(person: EmailAddress): void
  pick(person: EmailAddress): void
  /** Turns a person back into text to be typed on. */
  edit(person: EmailAddress): void
  /** The focus went elsewhere: what was typed counts. */
  leave(): void
}

interface RecipientInputNeeds {
  people(): readonly EmailAddress[]
  onchange(people: EmailAddress[]): void
  complete(text: string): Promise<readonly EmailAddress[]>
  /** Called with each new state. */
  show(state: RecipientInputState): void
}

export function createRecipientInput({
  people,
  onchange,
  complete,
  show,
}: RecipientInputNeeds): RecipientInput {
  let state: RecipientInputState = { typed: '', suggested: [], chosen: 0, isTooLong: false }
  const update = (changed: Partial<RecipientInputState>): void => show((state = { ...state, ...changed }))
  const completion = createCompletion(complete, (suggested) => update({ suggested, chosen: 0 }))

  function add(more: readonly EmailAddress[]): void {
    if (more.length > 0) onchange(unique([...people(), ...more]))
  }

  function addTyped(more: readonly EmailAddress[]): void {
    add(more)
    update({ typed: '' })
    completion.close()
  }

  const remove = (person: EmailAddress): void =>
    onchange(people().filter((candidate) => candidate !== person))

  return {
    get state() {
      return state
    },
    type(text) {
      update({ typed: text, isTooLong: false })
      void completion.ask(text, people())
    },
    press(event) {
      const { typed, suggested, chosen } = state
      const meaning = entryKey(event, { typed, suggestions: suggested.length, chosen })
      if (!meaning) return undefined
      const person = suggested[chosen]
      if (meaning.do === 'choose') update({ chosen: meaning.index })
      else if (meaning.do === 'pick' && person) addTyped([person])
      else if (meaning.do === 'take') addTyped(parseRecipients(typed))
      else if (meaning.do === 'close') completion.close()
      else if (meaning.do === 'remove-last' && people().length > 0) onchange(people().slice(0, -1))
      return meaning.do === 'close' ? 'closes' : 'taken'
    },
    paste(text) {
      const meaning = pasteMeaning(text)
      update({ isTooLong: meaning === 'too-long' })
      if (meaning === 'take') addTyped(parseRecipients(state.typed + text))
      return meaning !== 'type'
    },
    add,
    remove,
    pick: (person) => addTyped([person]),
    edit(person) {
      remove(person)
      update({ typed: writeRecipient(person) })
    },
    leave() {
      if (state.typed.trim() !== '') addTyped(parseRecipients(state.typed))
      else completion.close()
    },
  }
}
