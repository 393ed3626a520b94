import { written, type KeyPress, type Keys } from './keys.ts'

/** Turns presses into a binding: one press, or two in a row where the first begins sequences. */
export interface KeyRecorder {
  /** The binding once it is whole; `cancelled` for Escape; undefined while more is to come. */
  press(press: KeyPress): Keys | 'cancelled' | undefined
}

const modifiers = ['Shift', 'Control', 'Alt', 'Meta']

/** `beginnings`: presses that begin a sequence of some command, such as `g`. */
export function createKeyRecorder(beginnings: ReadonlySet<string>): KeyRecorder {
  let first: string | undefined
  return {
    press(press) {
      if (modifiers.includes(press.key)) return undefined
      if (press.key === 'Escape') return 'cancelled'
      const pressed = written(press)
      if (first !== undefined) return `${first} ${pressed}`
      if (!beginnings.has(pressed)) return pressed
      first = pressed
      return undefined
    },
  }
}
