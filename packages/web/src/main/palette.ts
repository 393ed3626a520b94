import type { IconName } from '../ui/index.ts'

/** One line of the palette. */
export interface PaletteEntry {
  /** The same at every opening, so that what was used last is known again. */
  id: string
  kind: PaletteKind
  icon: IconName
  title: string
  detail?: string | undefined
  /** Its keys, one cap each. */
  keys?: readonly string[] | undefined
  /** The server found it: shown whatever its title is. */
  isFound?: boolean
  run(): void
}

type PaletteKind = 'command' | 'label' | 'person' | 'thread' | 'search'

/** A first character narrows what is listed: `>` commands, `#` labels, `@` people, `/` mail. */
const marks: Readonly<Record<string, readonly PaletteKind[]>> = {
  '>': ['command'],
  '#': ['label'],
  '@': ['person'],
  '/': ['thread', 'search'],
}

export interface PaletteWish {
  kinds: readonly PaletteKind[] | undefined
  text: string
}

export function wishOf(typed: string): PaletteWish {
  const kinds = marks[typed.charAt(0)]
  return kinds ? { kinds, text: typed.slice(1).trim() } : { kinds: undefined, text: typed.trim() }
}

const weights: Readonly<Record<PaletteKind, number>> = {
  command: 5,
  label: 4,
  search: 3,
  person: 2,
  thread: 1,
}

const most = 40

/**
 * The entries that answer, best first. What was used last comes first where titles answer alike; without a text the
 * last ones used come before everything.
 */
export function ranked(
  entries: readonly PaletteEntry[],
  { kinds, text }: PaletteWish,
  lastUsed: readonly string[],
): PaletteEntry[] {
  return entries
    .filter(({ kind }) => !kinds || kinds.includes(kind))
    .map((entry, place) => ({ entry, place, score: scoreOf(entry, text, lastUsed) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, most)
    .map(({ entry }) => entry)
}

function scoreOf(
  { id, kind, title, detail = '', isFound }: PaletteEntry,
  text: string,
  lastUsed: readonly string[],
) {
  const used = lastUsed.indexOf(id)
  const recency = used === -1 ? 0 : lastUsed.length - used
  const fit = text === '' ? 1 : Math.max(fitOf(title, text), fitOf(detail, text) / 2, isFound ? 20 : 0)
  if (fit === 0) return 0
  return fit * 10 + weights[kind] + (text === '' ? recency * 100 : recency)
}

/** 0: does not answer. Every typed word must begin a word of the title, in any order. */
export function fitOf(title: string, text: string): number {
  const [name, query] = [folded(title), folded(text)]
  if (name === query) return 100
  if (name.startsWith(query)) return 80
  const words = name.split(/[^\p{L}\p{N}]+/u)
  const parts = query.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
  if (parts.length === 0) return 0
  if (!parts.every((part) => words.some((word) => word.startsWith(part)))) return 0
  return words.some((word) => word === parts[0]) ? 60 : 40
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()

const usedKey = 'plmail-palette'
const maxUsed = 5

/** The ids used last, newest first, as this browser keeps them. */
export function readUsed(storage: Pick<Storage, 'getItem'>): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(usedKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string').slice(0, maxUsed) : []
  } catch {
    return []
  }
}

export function noteUsed(storage: Pick<Storage, 'getItem' | 'setItem'>, id: string): void {
  const used = [id, ...readUsed(storage).filter((usedId) => usedId !== id)].slice(0, maxUsed)
  storage.setItem(usedKey, JSON.stringify(used))
}
