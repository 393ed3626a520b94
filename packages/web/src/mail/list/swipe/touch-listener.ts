import { whatItMeans } from './swipe-gesture.ts'

/** The operations on a row by touch. */
export interface Touched {
  /** Pulled so many pixels to the right, to the left below 0. */
  pull(by: number): void
  drop(): void
  /** None of it was meant. */
  letGo(): void
  /** Rested on. */
  press(): void
  /** Tapped. True: nothing else may come of it. */
  tap(target: EventTarget | null): boolean
}

const pressMs = 450

/** Recognises swipes and long presses among taps and scrolling, on the element that `touch` names. Returns a function that stops. */
export function listenForFingers(
  node: HTMLElement,
  touch: (target: EventTarget | null) => Touched | undefined,
  after: (ms: number, task: () => void) => () => void,
): () => void {
  let end: (() => void) | undefined
  let isFinger = false
  let last: Touched | undefined
  /** Whether the touch was no tap: the click that the browser derives from it, sooner or later, is ignored. */
  let isSpent = false
  let isSwipe = false

  function down(event: PointerEvent): void {
    isFinger = event.pointerType === 'touch'
    last = undefined
    isSpent = false
    // A second finger zooms.
    end?.()
    if (!isFinger || !event.isPrimary) return
    last = touch(event.target)
    if (last) end = follow(event, last)
  }

  function follow(first: PointerEvent, touched: Touched): () => void {
    let isPress = false
    const stopPress = after(pressMs, () => {
      isPress = true
      isSpent = true
      touched.press()
    })
    const wayOf = (event: PointerEvent) =>
      [event.clientX - first.clientX, event.clientY - first.clientY] as const

    function move(event: PointerEvent): void {
      if (event.pointerId !== first.pointerId || isPress) return
      const [x, y] = wayOf(event)
      const meant = isSwipe ? 'swipe' : whatItMeans(x, y)
      if (meant === 'scroll') return stop()
      if (meant === 'nothing') return
      stopPress()
      isSwipe = true
      isSpent = true
      touched.pull(x)
    }
    function up(event: PointerEvent): void {
      if (event.pointerId !== first.pointerId) return
      const wasSwipe = isSwipe
      isSwipe = false
      stop()
      if (wasSwipe) touched.drop()
    }
    function stop(): void {
      stopPress()
      if (isSwipe) touched.letGo()
      isSwipe = false
      end = undefined
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', stop)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', stop)
    return stop
  }

  function click(event: MouseEvent): void {
    // A click by keyboard has no pointer and no count.
    if (!isFinger || event.detail === 0) return
    if (isSpent || last?.tap(event.target)) swallow(event)
  }
  /** Otherwise a swipe leaves a fling behind, though nothing scrolls: the next tap only ends that, wherever it is. */
  function keepFromFlinging(event: TouchEvent): void {
    if (isSwipe && event.cancelable) event.preventDefault()
  }
  /** Suppresses the browser's reaction to a long touch: a menu of its own, or a drag. For us it selects. */
  function leaveToUs(event: Event): void {
    if (end) swallow(event)
  }

  node.addEventListener('pointerdown', down)
  node.addEventListener('touchmove', keepFromFlinging, { passive: false })
  node.addEventListener('click', click, { capture: true })
  node.addEventListener('contextmenu', leaveToUs, { capture: true })
  node.addEventListener('dragstart', leaveToUs, { capture: true })
  return () => {
    end?.()
    node.removeEventListener('pointerdown', down)
    node.removeEventListener('touchmove', keepFromFlinging)
    node.removeEventListener('click', click, { capture: true })
    node.removeEventListener('contextmenu', leaveToUs, { capture: true })
    node.removeEventListener('dragstart', leaveToUs, { capture: true })
  }
}

function swallow(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}
