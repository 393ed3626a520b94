import type { Hit, TypeaheadAnswer } from '../../records/index.ts'
import { searched, type Place } from '../../commands/index.ts'
import type { IconName } from '../../ui/index.ts'
import { askedWhileTyping, completionsOf, personTyped } from './completions.ts'
import { lastPart, quoted } from './query-parts.ts'

/** One line below the search box: its text, and whether it completes the query or opens something. */
export interface SearchSuggestion {
  id: string
  icon: IconName
  text: string
  detail: string
  take: { kind: 'complete'; text: string } | { kind: 'go'; place: Place } | { kind: 'ask'; question: string }
}

/** A folder of an account, as it is found by name. */
export interface NamedFolder {
  accountId: string
  mailboxId: string
  name: string
  /** Name of its account, where several have a folder of this name. */
  account: string
}

export interface SuggestionParts {
  typed: string
  folders: readonly NamedFolder[]
  saved: readonly { id: string; name: string; query: string }[]
  answer: TypeaheadAnswer
  /** Today in the user's zone, as `2026-11-22`. */
  today: string
  /** The sender and the date, as a list row shows them. */
  tellHit: (hit: Hit) => { text: string; detail: string }
  /** What the assistant is offered with; undefined for whoever does not use it. */
  askTitle?: string | undefined
}

const most = 12
const maxOfAKind = 3

/** Best first: what completes the typed part, then places and people of that name, then mail. */
export function suggestionsOf(parts: SuggestionParts): SearchSuggestion[] {
  const { typed, folders, answer, today, askTitle } = parts
  const part = lastPart(typed)
  const completions = completionsOf(part, { folders: folders.map(({ name }) => name), today }).map(
    ({ text, says }): SearchSuggestion => ({
      id: `complete ${text}`,
      icon: 'search',
      text,
      detail: says,
      take: { kind: 'complete', text },
    }),
  )
  const named = completions.slice(0, part.includes(':') ? most : maxOfAKind)
  const answers = [...named, ...placesLike(parts), ...people(typed, answer), ...threads(parts)]
  const question = askTitle === undefined ? [] : questionIn(typed, askTitle)
  return [...answers.slice(0, most - question.length), ...question]
}

/** Words in a row may be a question; one alone is looked for. */
function questionIn(typed: string, title: string): SearchSuggestion[] {
  const question = typed.trim()
  if (!/\s/.test(question)) return []
  return [{ id: 'ask', icon: 'search', text: title, detail: question, take: { kind: 'ask', question } }]
}

/** Kept searches and folders whose names have a word that begins as what is typed, when nothing else is typed. */
function placesLike({ typed, folders, saved }: SuggestionParts): SearchSuggestion[] {
  const text = typed.trim().toLowerCase()
  const isLike = (name: string): boolean =>
    name
      .toLowerCase()
      .split(/[\s/._-]+/)
      .some((word) => word.startsWith(text)) || name.toLowerCase().startsWith(text)
  const fromSaved = saved
    .filter(({ name, query }) => query !== typed && (text === '' || isLike(name)))
    .map(({ id, name, query }): SearchSuggestion => ({
      id: `saved ${id}`,
      icon: 'search',
      text: name,
      detail: name === query ? '' : query,
      take: { kind: 'go', place: searched(query) },
    }))
  if (text.length < 2) return fromSaved.slice(0, text === '' ? most : maxOfAKind)
  const like = folders
    .filter(({ name }) => isLike(name))
    .map(({ accountId, mailboxId, name, account }): SearchSuggestion => ({
      id: `folder ${mailboxId}`,
      icon: 'folder',
      text: name,
      detail: account,
      take: { kind: 'go', place: { screen: 'mail', list: { accountId, mailboxId } } },
    }))
  return [...fromSaved.slice(0, maxOfAKind), ...like.slice(0, maxOfAKind)]
}

function people(typed: string, answer: TypeaheadAnswer): SearchSuggestion[] {
  const typedPerson = personTyped(typed)
  if (!typedPerson) return []
  return answer.people.map(({ name, email }): SearchSuggestion => {
    const text = `${typedPerson.operator}${quoted(email)}`
    return {
      id: `person ${email}`,
      icon: 'people',
      text: name ?? email,
      detail: name === null ? '' : email,
      take: { kind: 'complete', text },
    }
  })
}

/** They open with the other answers of the same search beside them. */
function threads({ typed, answer, tellHit }: SuggestionParts): SearchSuggestion[] {
  const query = askedWhileTyping(typed)
  if (query === undefined) return []
  return answer.threads.map((hit): SearchSuggestion => {
    const { accountId, threadId } = hit
    return {
      id: `thread ${accountId} ${threadId}`,
      icon: 'mark-unread',
      ...tellHit(hit),
      take: { kind: 'go', place: { ...searched(query), thread: { accountId, threadId } } },
    }
  })
}
