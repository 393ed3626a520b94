import { discardedKeyOf } from '../../commands/index.ts'
import type { SavedDraft } from '../../records/index.ts'
import type { Body, Fields } from './message.ts'
import type { LetterStart } from './start.ts'

/** A letter as this device keeps it while the server does not have it. */
export interface KeptLetter {
  fields: Fields
  body: Body
  draft: SavedDraft | undefined
  about: LetterStart['about']
}

/** The part of localStorage that this file uses. */
export interface LetterShelf {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** False when there is no room, or this browser keeps nothing. */
export function keepLetter(shelf: LetterShelf, key: string, letter: KeptLetter): boolean {
  // Files that are not up yet cannot be kept: their bytes are in the window alone.
  const files = letter.fields.files.filter(({ blob }) => blob !== undefined)
  try {
    shelf.setItem(key, JSON.stringify({ ...letter, fields: { ...letter.fields, files } }))
    return true
  } catch {
    return false
  }
}

/** Keeps a letter among what was thrown away, without its draft. In place of its first copy: there may be no room for two. */
export function putAside(shelf: LetterShelf, key: string, letter: KeptLetter): void {
  dropLetter(shelf, key)
  keepLetter(shelf, discardedKeyOf(key), { ...letter, draft: undefined })
}

/** Kept keys of what was taken back from the outbox in this page: it is in a window again, or was. */
export const takenBack = new Set<string>()

/** Thrown away, for as long as that can be undone: in this page alone, where there is always room. */
const memory = new Map<string, KeptLetter>()

/** Puts a letter where `takeLetter` finds it, once. */
export function holdLetter(key: string, letter: KeptLetter): void {
  const files = letter.fields.files.filter(({ blob }) => blob !== undefined)
  memory.set(key, { ...letter, fields: { ...letter.fields, files } })
}

/** A letter that is held in this page or kept on this device; it is there no more. */
export function takeLetter(shelf: LetterShelf, key: string): KeptLetter | undefined {
  const letter = memory.get(key) ?? readLetter(shelf, key)
  memory.delete(key)
  dropLetter(shelf, key)
  return letter
}

export function dropLetter(shelf: LetterShelf, key: string): void {
  shelf.removeItem(key)
}

/** Undefined for nothing, and for what an older client or a curious user left there. */
export function readLetter(shelf: LetterShelf, key: string): KeptLetter | undefined {
  try {
    const value = JSON.parse(shelf.getItem(key) ?? 'null') as Partial<KeptLetter> | null
    return isWholeLetter(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function isWholeLetter(value: Partial<KeptLetter> | null | undefined): value is KeptLetter {
  return (
    Array.isArray(value?.fields?.to) &&
    typeof value.fields.sender?.accountId === 'string' &&
    typeof value.body?.text === 'string'
  )
}
