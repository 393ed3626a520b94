import { type Day, daysBetween } from '../../records/index.ts'
import type { Shown } from '../grid/merge.ts'
import type { Begin, Drag } from './gesture.ts'

/** The queries and effects of dragging over cells of whole days. */
export interface DayGridDrags {
  find(key: string): Shown | undefined
  allows(event: Shown): boolean
  /** By so many days. */
  move(event: Shown, days: number): void
  /** By so many days longer. */
  extend(event: Shown, days: number): void
  create(from: Day, to: Day): void
}

/** Drags over days, in a month and in the row of whole days: bars move and grow, an empty place makes something new. */
export function dayDrags(node: HTMLElement, grid: DayGridDrags): Begin {
  return (event) => {
    const target = event.target instanceof Element ? event.target : undefined
    if (!target || target.closest('a, input, form, [data-more]')) return undefined
    const bar = target.closest<HTMLElement>('[data-key]')
    const dragged = bar ? grid.find(bar.dataset['key'] ?? '') : undefined
    if (bar && dragged) {
      const isResize = target.closest('[data-handle]') !== null
      const finish = (days: number): void => (isResize ? grid.extend : grid.move)(dragged, days)
      return () => (grid.allows(dragged) ? carrying(bar, event, finish, isResize) : undefined)
    }
    return bar ? undefined : () => creating(event)
  }

  /** Returns the cells of the days with their rectangles; measured once, when a drag begins. */
  function places(): { day: Day; cell: HTMLElement; rect: DOMRect }[] {
    return [...node.querySelectorAll<HTMLElement>('[data-day]')].map((cell) => ({
      day: cell.dataset['day'] ?? '',
      cell,
      rect: cell.getBoundingClientRect(),
    }))
  }

  function under(
    all: ReturnType<typeof places>,
    x: number,
    y: number,
  ): ReturnType<typeof places>[number] | undefined {
    return all.find(({ rect }) => x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom)
  }

  function carrying(
    bar: HTMLElement,
    first: PointerEvent,
    done: (days: number) => void,
    isResize: boolean,
  ): Drag {
    const all = places()
    const from = under(all, first.clientX, first.clientY)
    let to = from
    bar.classList.add('dragged')
    return {
      step(x, y, event) {
        if (!isResize) bar.style.transform = `translate(${String(x)}px, ${String(y)}px)`
        const next = under(all, event.clientX, event.clientY) ?? to
        if (next === to) return
        to?.cell.classList.remove('target')
        to = next
        to?.cell.classList.add('target')
      },
      drop() {
        clear()
        const days = from && to ? daysBetween(from.day, to.day) : 0
        if (days !== 0) done(days)
      },
      cancel: clear,
    }
    function clear(): void {
      bar.classList.remove('dragged')
      bar.style.transform = ''
      to?.cell.classList.remove('target')
    }
  }

  function creating(first: PointerEvent): Drag {
    const all = places()
    const from = under(all, first.clientX, first.clientY)
    let to = from
    const range = (): ReturnType<typeof places> => {
      if (!from || !to) return []
      const [start, end] = from.day < to.day ? [from.day, to.day] : [to.day, from.day]
      return all.filter(({ day }) => day >= start && day <= end)
    }
    const mark = (isMarked: boolean): void => {
      for (const { cell } of range()) cell.classList.toggle('target', isMarked)
    }
    mark(true)
    return {
      step(_x, _y, event) {
        const next = under(all, event.clientX, event.clientY) ?? to
        if (next === to) return
        mark(false)
        to = next
        mark(true)
      },
      drop() {
        const days = range()
        mark(false)
        const [start, end] = [days[0], days.at(-1)]
        if (start && end) grid.create(start.day, end.day)
      },
      cancel: () => mark(false),
    }
  }
}
