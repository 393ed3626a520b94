import { tick } from 'svelte'
import type { BufferedKey, TypingHandover } from '../commands/index.ts'
import { takesText } from './keyboard.ts'

/**
 * Keeps the keys that are pressed while something that takes text is on its way, and types them into it once it has the
 * focus. Listens before everything else on the page.
 */
export function deliverKeys(typing: TypingHandover & { onBegin(listener: () => void): void }): void {
  let isDelivering = false
  /** Pressed by us; everybody else is to hear of it. */
  let own: KeyboardEvent | undefined

  function hear(event: KeyboardEvent): void {
    if (!typing.coming || event === own) return
    // An input method is at work, or makes one character of two presses: it is left alone.
    if (event.isComposing || event.key === 'Process' || event.key === 'Dead') return
    event.stopImmediatePropagation()
    // The browser's own chords, such as reloading, stay the browser's.
    if (isChord(event) || /^F\d/.test(event.key)) return
    event.preventDefault()
    if (event.key === 'Escape') return typing.cancel()
    if (event.key.length === 1 || editing.has(event.key))
      typing.buffer({ key: event.key, shiftKey: event.shiftKey })
  }

  /** The focus is where it was to come, or in a dialog that takes no text. */
  function look(): void {
    const { coming } = typing
    const { activeElement } = document
    if (!coming || isDelivering || !activeElement?.closest(coming.place)) return
    if (takesText(activeElement)) void deliver()
    else if (activeElement.closest('dialog:modal')) typing.end()
  }

  async function deliver(): Promise<void> {
    isDelivering = true
    const { coming } = typing
    // The code that moves the focus may still select the text, or bind the input.
    await tick()
    while (typing.coming === coming && document.activeElement && takesText(document.activeElement)) {
      const key = typing.take()
      if (!key) break
      type(document.activeElement, key)
      // Listeners of the field run before the next key.
      await tick()
    }
    isDelivering = false
    if (typing.coming === coming) typing.end()
    // The typed key opened another field.
    else look()
  }

  /** As the browser would have: first whoever listens, then what the key does by itself. */
  function type(field: Element, { key, shiftKey }: BufferedKey): void {
    own = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true, composed: true })
    if (!field.dispatchEvent(own)) return
    if (key === 'Tab') moveFocus(field, shiftKey ? -1 : 1)
    else if (key === 'Enter' && field instanceof HTMLInputElement) field.form?.requestSubmit()
    else if (key === 'Enter') document.execCommand('insertLineBreak')
    else if (key === 'Backspace') document.execCommand('delete')
    else if (key === 'Delete') document.execCommand('forwardDelete')
    // NOTE: the only way to type into a field that its own undo knows of.
    else if (key.length === 1) document.execCommand('insertText', false, key)
  }

  const settle = (): void => void tick().then(look)
  addEventListener('keydown', hear, true)
  // Firefox presses a button when the space bar is let go, whoever prevented what.
  addEventListener('keyup', (event) => typing.coming && event.key === ' ' && event.preventDefault(), true)
  // A pointer press means that the user has turned to something else.
  addEventListener('pointerdown', () => typing.coming && typing.end(), true)
  document.addEventListener('focusin', () => typing.coming && queueMicrotask(look))
  typing.onBegin(() => {
    // Keys that are pressed in a message come from its frame later than they were pressed.
    if (document.activeElement instanceof HTMLIFrameElement) document.activeElement.blur()
    settle()
  })
}

/** Keys that type no character but act on a field. */
const editing = new Set(['Backspace', 'Delete', 'Enter', 'Tab', 'ArrowUp', 'ArrowDown'])

/** AltGr counts as Ctrl and Alt on Windows, and writes characters. */
const isChord = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')

function moveFocus(from: Element, by: 1 | -1): void {
  const area = from.closest('dialog, [role=dialog]') ?? document
  const stops = [
    ...area.querySelectorAll<HTMLElement>(
      'input, textarea, select, button, a[href], [tabindex], [contenteditable=true]',
    ),
  ].filter(
    (stop) => stop === from || (stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility()),
  )
  stops[stops.findIndex((stop) => stop === from) + by]?.focus()
}
