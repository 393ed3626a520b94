import { type Day, dayMs, minuteMs, type Wall, wallOf } from '../../records/index.ts'
import { snapMinutes, snapped } from '../grid/lanes.ts'
import type { Shown } from '../grid/merge.ts'
import type { Begin, Drag } from './gesture.ts'
import { towardsEnd } from '../../words/direction.ts'

/** The queries and effects of dragging in a grid of hours. */
export interface TimeGridDrags {
  days(): readonly Day[]
  hourHeight(): number
  find(key: string): Shown | undefined
  /** False, with a sentence, where nothing may be changed. */
  allows(event: Shown): boolean
  hours(start: Wall, end: Wall): string
  place(event: Shown, start: Wall, end: Wall): void
  create(start: Wall, end: Wall): void
}

const dayMinutes = 1_440

/** Drags in the cells of days: blocks move, their lower edge resizes, an empty place makes something new. */
export function timeDrags(node: HTMLElement, grid: TimeGridDrags): Begin {
  const cells = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>('[data-day]')]
  const minutesOf = (pixels: number): number => (pixels / grid.hourHeight()) * 60

  return (event) => {
    const target = event.target instanceof Element ? event.target : undefined
    if (!target || target.closest('a, input, form')) return undefined
    const block = target.closest<HTMLElement>('[data-key]')
    const dragged = block ? grid.find(block.dataset['key'] ?? '') : undefined
    if (block && dragged) {
      const isResize = target.closest('[data-handle]') !== null
      return () => (grid.allows(dragged) ? (isResize ? resizing : moving)(block, dragged) : undefined)
    }
    const cell = target.closest<HTMLElement>('[data-day]')
    return cell && !block ? () => creating(cell, event) : undefined
  }

  function moving(block: HTMLElement, event: Shown): Drag {
    const all = cells()
    const width = all[0]?.getBoundingClientRect().width ?? 1
    const at = all.findIndex((cell) => cell.contains(block))
    const label = labelOf(block)
    const perMinute = grid.hourHeight() / 60
    let [columns, minutes] = [0, 0]
    block.classList.add('dragged')
    return {
      step(x, y) {
        const byColumns = Math.min(all.length - 1 - at, Math.max(-at, Math.round((x / width) * towardsEnd)))
        const byMinutes = snapped(minutesOf(y))
        if (byColumns === columns && byMinutes === minutes) return
        ;[columns, minutes] = [byColumns, byMinutes]
        block.style.transform = `translate(${String(columns * width * towardsEnd)}px, ${String(minutes * perMinute)}px)`
        const by = columns * dayMs + minutes * minuteMs
        label.dateText(grid.hours(event.start + by, event.end + by))
      },
      drop() {
        clear()
        const by = columns * dayMs + minutes * minuteMs
        if (by !== 0) grid.place(event, event.start + by, event.end + by)
      },
      cancel: clear,
    }
    function clear(): void {
      block.classList.remove('dragged')
      block.style.transform = ''
      label.restore()
    }
  }

  function resizing(block: HTMLElement, event: Shown): Drag {
    const height = block.getBoundingClientRect().height
    const label = labelOf(block)
    const perMinute = grid.hourHeight() / 60
    const least = snapMinutes - (event.end - event.start) / minuteMs
    let minutes = 0
    block.classList.add('dragged')
    return {
      step(_, y) {
        const by = Math.max(least, snapped(minutesOf(y)))
        if (by === minutes) return
        minutes = by
        block.style.height = `${String(height + minutes * perMinute)}px`
        label.dateText(grid.hours(event.start, event.end + minutes * minuteMs))
      },
      drop() {
        clear()
        if (minutes !== 0) grid.place(event, event.start, event.end + minutes * minuteMs)
      },
      cancel: clear,
    }
    function clear(): void {
      block.classList.remove('dragged')
      block.style.height = ''
      label.restore()
    }
  }

  function creating(cell: HTMLElement, event: PointerEvent): Drag {
    const midnight = wallOf(cell.dataset['day'] ?? '')
    const perMinute = grid.hourHeight() / 60
    const from =
      Math.floor(minutesOf(event.clientY - cell.getBoundingClientRect().top) / snapMinutes) * snapMinutes
    // A finger that only rested means an hour.
    let to = event.pointerType === 'touch' ? Math.min(dayMinutes, from + 60) : from + snapMinutes
    const ghost = document.createElement('div')
    ghost.className = 'ghost'
    cell.append(ghost)
    const times = (): [Wall, Wall] => {
      const [first, last] = to > from ? [from, to] : [to, from + snapMinutes]
      return [midnight + first * minuteMs, midnight + last * minuteMs]
    }
    const draw = (): void => {
      const [start, end] = times()
      ghost.style.top = `${String(((start - midnight) / minuteMs) * perMinute)}px`
      ghost.style.height = `${String(((end - start) / minuteMs) * perMinute)}px`
      ghost.textContent = grid.hours(start, end)
    }
    draw()
    return {
      step(_, y) {
        const next = Math.min(dayMinutes, Math.max(0, from + snapMinutes + snapped(minutesOf(y))))
        if (next === to) return
        to = next
        draw()
      },
      drop() {
        const [start, end] = times()
        ghost.remove()
        grid.create(start, end)
      },
      cancel: () => ghost.remove(),
    }
  }
}

/** The hours that stand in a block, while they are others. */
function labelOf(block: HTMLElement): { dateText: (text: string) => void; restore: () => void } {
  const label = block.querySelector<HTMLElement>('[data-hours]')
  const before = label?.textContent ?? ''
  const dateText = (text: string): void => {
    if (label) label.textContent = text
  }
  return { dateText, restore: () => dateText(before) }
}
