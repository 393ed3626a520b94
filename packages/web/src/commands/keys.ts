import { words } from '../words/index.ts'

/** A key press as the browser reports it. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/**
 * A way to type a command: `e`, `Shift+i`, `Mod+k` (Ctrl, or Command on a Mac), `g i` for two presses in a row.
 * Messages are written small; characters that need Shift on some keyboards (`#`, `?`, `*`) are written as themselves.
 */
export type Keys = string

/** Between the two presses of a sequence. */
const sequenceTimeoutMs = 1_500

/** Turns presses into the command whose keys were typed, remembering the first half of sequences. */
export interface KeyMatcher {
  /**
   * `match`: run that command. `partial`: the first half of a sequence, to be swallowed. `atMs` is any steady clock.
   * With `isSingleKeyOff` only chords with a modifier and named keys (Escape, Enter, arrows) count (WCAG 2.1.4).
   */
  press(press: KeyPress, atMs: number, isSingleKeyOff: boolean): { match: string } | 'partial' | undefined
}

/** `bindings`: keys → command id, in the order in which they are tried. */
export function createKeyMatcher(bindings: () => readonly { keys: Keys; id: string }[]): KeyMatcher {
  let first: { press: string; atMs: number } | undefined

  return {
    press(press, atMs, isSingleKeyOff) {
      const pressed = written(press)
      const firstPress = first && atMs - first.atMs <= sequenceTimeoutMs ? first.press : undefined
      first = undefined
      if (isModifier(press.key)) return undefined
      if (isSingleKeyOff && isCharacter(press)) return undefined
      const sequence =
        firstPress === undefined
          ? undefined
          : bindings().find(({ keys }) => keys === `${firstPress} ${pressed}`)
      if (sequence) return { match: sequence.id }
      const single = bindings().find(({ keys }) => keys === pressed)
      if (single) return { match: single.id }
      if (!bindings().some(({ keys }) => keys.startsWith(`${pressed} `))) return undefined
      first = { press: pressed, atMs }
      return 'partial'
    },
  }
}

/** The press in the notation of `Keys`. */
export function written(press: KeyPress): Keys {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase()
  const name = isLetter ? key.toLowerCase() : key === ' ' ? 'Space' : key
  const parts = [
    ...(ctrlKey || metaKey ? ['Mod'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey && (isLetter || key.length > 1) ? ['Shift'] : []),
    name,
  ]
  return parts.join('+')
}

function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Alt' || key === 'Meta'
}

function isCharacter({ key, ctrlKey, metaKey }: KeyPress): boolean {
  return key.length === 1 && !ctrlKey && !metaKey
}

/** The presses of a binding as they stand on keys, in the user's language: `Mod+k` → Ctrl, K; `g i` → G, I. */
export function keyCaps(keys: Keys): string[] {
  // A plus joins two keys; at the beginning, or after another, it is a key itself.
  const caps: Readonly<Record<string, string>> = words.keyCaps
  return keys.split(/ |(?<=[^ +])\+/).map((key) => caps[key] ?? (key.length === 1 ? key.toUpperCase() : key))
}
