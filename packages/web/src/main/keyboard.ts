import { createKeyMatcher, type App } from '../commands/index.ts'

/** Types commands: every key press that is not meant for a field, a control or an open dialog. */
export function listenToKeys(app: App): (event: KeyboardEvent) => void {
  const bindings = () =>
    [...app.commands.values()]
      .filter((command) => command.when())
      .flatMap(({ id, keys }) => keys.map((key) => ({ keys: key, id })))
  const matcher = createKeyMatcher(bindings)

  return (event) => {
    if (event.key === 'F6') return cycleRegions(event)
    if (event.defaultPrevented || event.isComposing || app.dialogs.current) return
    if (!(event.target instanceof HTMLElement) || isForSomethingElse(event.target, event)) return
    const isSingleKeyOff = !app.preferences.current.hasSingleKeyShortcuts
    const result = matcher.press(event, event.timeStamp, isSingleKeyOff)
    if (result === undefined) return
    event.preventDefault()
    if (result !== 'partial') app.commands.get(result.match as never)?.run()
  }
}

/** Fields take every key but chords; controls and scrolled text keep their Enter, Space and arrows. */
function isForSomethingElse(target: HTMLElement, event: KeyboardEvent): boolean {
  // A dialog has every key, and an open menu its Escape, also when nothing in it has the focus.
  if (document.querySelector('dialog:modal')) return true
  if (event.key === 'Escape' && document.querySelector('[popover]:popover-open')) return true
  const isChord = event.ctrlKey || event.metaKey
  if (takesText(target)) return !isChord
  if (event.key.length === 1 || event.key === 'Escape') return false
  return target !== document.body && !target.closest('[role=grid], main:focus')
}

/** Whether what is typed goes into it. */
export const takesText = (target: Element): boolean =>
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]') !==
  null

/** F6 and Shift-F6 go round the regions of the page. */
function cycleRegions(event: KeyboardEvent): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isReachable)
  const at = regions.findIndex((region) => region.contains(document.activeElement))
  const next = regions.at((at + (event.shiftKey ? -1 : 1)) % regions.length)
  if (!next) return
  event.preventDefault()
  const inner = next.matches('[tabindex="0"]') ? next : next.querySelector<HTMLElement>('a, button')
  ;(inner ?? next).focus()
}

function isReachable(region: HTMLElement): boolean {
  if (region.dataset['region'] === 'toast') return region.childElementCount > 0
  return region.checkVisibility({ visibilityProperty: true })
}
