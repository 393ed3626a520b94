import { mayHoldUnspaced } from './words.ts'
import type { Parameters } from './parameters.ts'

/**
 * A part of words. What kind of words it is looked for in: those of bodies, those elsewhere, hosts and the like, or
 * whole addresses. An address is made of words and hosts, so only what reaches over its @ needs the addresses.
 */
export interface Part {
  kind: keyof typeof kinds
  text: string
  /** First letters of the words, as mail/search/word-fields.ts has them; the body's have none. */
  letters: readonly string[]
}

const kinds = { body: 'b', word: 'h', host: 'f', address: 'a' } as const

/** Pieces of this length are what the index knows. */
const gram = 3
/** Longer words are keys and encoded data, which nobody remembers parts of. */
const longestWord = 64
/** More words than this hold only very short parts; the shortest words are the likeliest to be meant. */
const maxWords = 1_000
/** A body's numbers and codes are kept to this length. */
const maxCodeLength = 24

/** False when it is too short to be looked for, or written in pairs of characters anyway (mail/search/words.ts). */
export const isPart = (text: string): boolean => [...text].length >= gram && !mayHoldUnspaced(text)

export function toPart(kind: Part['kind'], text: string, letters: readonly string[]): Part | null {
  return letters.length > 0 && isPart(text) ? { kind, text, letters } : null
}

/** SQL for ` | ` and the words that hold the part, as a tsquery has them; null when there are none. */
export function wordsHolding(part: Part, accountId: number, parameters: Parameters): string {
  return `(select ' | ' || string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''', ' | ') from (
    select word from search_word where ${holds(part, accountId, parameters)}
    order by length(word), word limit ${maxWords}) as holding)`
}

/** SQL that tells whether words that hold the part are left out; which ones those are may change with any mail. */
export function isCut(part: Part, accountId: number, parameters: Parameters): string {
  return `exists (select from search_word where ${holds(part, accountId, parameters)} offset ${maxWords})`
}

function holds({ kind, text, letters }: Part, accountId: number, parameters: Parameters): string {
  const characters = [...text]
  const grams = characters.slice(gram - 1).map((_, at) => characters.slice(at, at + gram).join(''))
  const keys = parameters.add([...new Set(grams), `${accountId}${kinds[kind]}`])
  const isOfFields = kind === 'body' ? 'true' : `left(word, 1) = any (${parameters.add(letters)}::text[])`
  return `keys @> ${keys}::text[] and account_id = ${parameters.add(accountId)}
    and strpos(word, ${parameters.add(text)}) > 0 and ${isOfFields}`
}

/** True for words of fields, with their letter; words of bodies have none. Written once for each statement below. */
const isOfField = `ascii(word) between 65 and 90`

/**
 * SQL that keeps the words of a relation with `words tsvector`, so that parts of them are found. Those of bodies are
 * many and cost as much as all else that is kept of a message, so a job keeps them.
 */
export function keepWords(from: string, of: 'fields' | 'bodies', account: string): string {
  const isWanted =
    of === 'fields'
      ? `${isOfField} and left(word, 1) not in ('A', 'H')`
      : `not ${isOfField} and (length(word) <= ${maxCodeLength} or word !~ '[0-9]')`
  const bare = of === 'fields' ? 'substr(word, 2)' : 'word'
  const kind =
    of === 'bodies'
      ? `'${kinds.body}'`
      : `case when strpos(word, '@') > 0 then '${kinds.address}' when word ~ '[!-/:-@\\[-\`{-~]' then '${kinds.host}' else '${kinds.word}' end`
  return `insert into search_word (account_id, word, keys)
    select account_id, word,
      array(select substr(bare, place, ${gram}) from generate_series(1, length(bare) - ${gram - 1}) as place)
        || (account_id || ${kind})
    from (
      select distinct ${account} as account_id, word, ${bare} as bare
      from ${from} cross join lateral unnest(tsvector_to_array(words)) as word
      where ${isWanted} and length(word) between ${gram} and ${longestWord + 1}) as seen
    where length(bare) >= ${gram}
      and not exists (select from search_word k where k.account_id = seen.account_id and k.word = seen.word)
    order by account_id, word -- two that keep words at the same time wait for each other, and never both
    on conflict do nothing`
}
