import { buzz } from '../../ui/buzz.ts'

/** A drag from its first step to its end. */
export interface Drag {
  /** Pixels from where it began; no layout may be asked for here: it runs with every step. */
  step(x: number, y: number, event: PointerEvent): void
  drop(): void
  cancel(): void
}

/**
 * Says what a press at this place may become; undefined: nothing. What it answers is called once the press is a drag, and
 * answers undefined where that is refused.
 */
export type Begin = (event: PointerEvent) => (() => Drag | undefined) | undefined

const slop = 4
const touchSlop = 10
const pressMs = 400

/**
 * Tells drags from clicks and from scrolling: a mouse begins one by moving, a finger by resting. Escape takes it back.
 * Answers how to stop listening.
 */
export function listenForDrags(
  node: HTMLElement,
  begin: Begin,
  after: (ms: number, task: () => void) => () => void,
): () => void {
  let end: (() => void) | undefined

  function press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return
    const start = begin(event)
    if (!start) return
    end?.()
    end = follow(event, start)
  }

  function follow(first: PointerEvent, start: () => Drag | undefined): () => void {
    let drag: Drag | undefined
    const isTouch = first.pointerType === 'touch'
    const stopPress = isTouch ? after(pressMs, rest) : undefined

    function rest(): void {
      drag = start()
      if (drag) buzz()
      else done()
    }

    function move(event: PointerEvent): void {
      const [x, y] = [event.clientX - first.clientX, event.clientY - first.clientY]
      const far = Math.max(Math.abs(x), Math.abs(y))
      if (!drag && isTouch && far > touchSlop) return done()
      if (!drag && !isTouch && far > slop) drag = start() ?? done()
      drag?.step(x, y, event)
    }
    function up(): void {
      const dropped = drag
      done()
      if (!dropped) return
      // The click that the browser sends after it is ignored.
      addEventListener('click', swallow, { capture: true, once: true })
      after(0, () => removeEventListener('click', swallow, { capture: true }))
      dropped.drop()
    }
    function cancel(): void {
      drag?.cancel()
      done()
    }
    function key(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || !drag) return
      event.stopPropagation()
      event.preventDefault()
      cancel()
    }
    // Once a finger drags, the page does not scroll along.
    const hold = (event: TouchEvent): void => {
      if (drag) event.preventDefault()
    }
    function done(): undefined {
      stopPress?.()
      drag = undefined
      end = undefined
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', cancel)
      removeEventListener('keydown', key, { capture: true })
      node.removeEventListener('touchmove', hold)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
    addEventListener('keydown', key, { capture: true })
    node.addEventListener('touchmove', hold, { passive: false })
    return cancel
  }

  node.addEventListener('pointerdown', press)
  return () => {
    end?.()
    node.removeEventListener('pointerdown', press)
  }
}

function swallow(event: MouseEvent): void {
  event.stopPropagation()
  event.preventDefault()
}
