import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { localOf, wallOf } from '../../records/index.ts'
import type { Shown } from '../grid/merge.ts'
import { timeDrags } from './time-drag.ts'

/** As much of an element as a drag asks: its place in the grid, its size, and the hours that stand in it. */
class Piece {
  dataset: Record<string, string> = {}
  style: Record<string, string> = {}
  classes = new Set<string>()
  classList = {
    add: (name: string) => void this.classes.add(name),
    remove: (name: string) => void this.classes.delete(name),
  }
  children: Piece[] = []
  className = ''
  textContent = '09:00 – 10:00'
  isGone = false
  private readonly marks: readonly string[]
  private readonly parent: Piece | undefined
  private readonly size: { width?: number; height?: number; top?: number }
  constructor(
    marks: readonly string[],
    parent?: Piece,
    size: { width?: number; height?: number; top?: number } = {},
  ) {
    this.marks = marks
    this.parent = parent
    this.size = size
  }
  closest(selector: string): Piece | null {
    return this.marks.includes(selector) ? this : (this.parent?.closest(selector) ?? null)
  }
  contains(piece: Piece): boolean {
    return piece === this || (piece.parent !== undefined && this.contains(piece.parent))
  }
  querySelector(): Piece | null {
    return this.children[0] ?? null
  }
  getBoundingClientRect = () => ({ width: 100, height: 44, top: 0, ...this.size })
  append = (child: Piece): void => void this.children.push(child)
  remove = (): void => void (this.isGone = true)
}

beforeAll(() => {
  vi.stubGlobal('Element', Piece)
  vi.stubGlobal('document', { createElement: () => new Piece([]) })
})
afterAll(() => void vi.unstubAllGlobals())

/** Three days, an hour 44 pixels high, and an event at nine on the second. */
function grid(begins = '2026-11-24T09:00:00', ends = '2026-11-24T10:00:00') {
  const cells = ['2026-11-23', '2026-11-24', '2026-11-25'].map((day) => {
    const cell = new Piece(['[data-day]'])
    cell.dataset = { day }
    return cell
  })
  const block = new Piece(['[data-key]'], cells[1])
  block.dataset = { key: 'choir' }
  block.children = [new Piece(['[data-hours]'])]
  const handle = new Piece(['[data-handle]'], block)
  const event = { key: 'choir', start: wallOf(begins), end: wallOf(ends) } as Shown
  const done: string[] = []
  const write = (start: number, end: number): string =>
    `${localOf(start).slice(5, 16)} ${localOf(end).slice(5, 16)}`
  const begin = timeDrags({ querySelectorAll: () => cells } as unknown as HTMLElement, {
    days: () => cells.map(({ dataset }) => dataset['day'] ?? ''),
    hourHeight: () => 44,
    find: (key) => (key === 'choir' ? event : undefined),
    allows: () => true,
    hours: write,
    place: (_, start, end) => void done.push(`placed ${write(start, end)}`),
    create: (start, end) => void done.push(`created ${write(start, end)}`),
  })
  const press = (target: Piece, more: object = {}) =>
    begin({ target, clientY: 0, pointerType: 'mouse', ...more } as unknown as PointerEvent)?.()
  return { cells, block, handle, done, press, hours: block.children[0]! }
}

const step = (
  drag: { step(x: number, y: number, event: PointerEvent): void } | undefined,
  x: number,
  y: number,
) => drag?.step(x, y, {} as PointerEvent)

describe('an event that is moved', () => {
  test('lands on the quarter of an hour that is nearest', () => {
    const { press, block, done } = grid()
    const drag = press(block)
    step(drag, 0, 50)
    drag?.drop()
    expect(done).toEqual(['placed 11-24T10:15 11-24T11:15'])
  })

  test('goes to another day when it is more than half over it', () => {
    const { press, block, done } = grid()
    const drag = press(block)
    step(drag, 51, 0)
    drag?.drop()
    expect(done).toEqual(['placed 11-25T09:00 11-25T10:00'])
  })

  test.each([
    [-900, '11-23T09:00 11-23T10:00'],
    [900, '11-25T09:00 11-25T10:00'],
  ])('stays on the days that are shown, however far it is dragged (%i)', (x, placed) => {
    const { press, block, done } = grid()
    const drag = press(block)
    step(drag, x, 0)
    drag?.drop()
    expect(done).toEqual([`placed ${placed}`])
  })

  test('says the hours it would have while it is dragged, and its own again afterwards', () => {
    const { press, block, hours } = grid()
    const drag = press(block)
    step(drag, 0, 44)
    expect(hours.textContent).toBe('11-24T10:00 11-24T11:00')
    drag?.cancel()
    expect(hours.textContent).toBe('09:00 – 10:00')
    expect([...block.classes]).toEqual([])
  })

  test('and is let go where it was is not written', () => {
    const { press, block, done } = grid()
    const drag = press(block)
    step(drag, 0, 44)
    step(drag, 3, 2)
    drag?.drop()
    expect(done).toEqual([])
  })

  test('and taken back is not written', () => {
    const { press, block, done } = grid()
    const drag = press(block)
    step(drag, 0, 44)
    drag?.cancel()
    expect(done).toEqual([])
  })
})

describe('an event whose lower edge is dragged', () => {
  test('ends at another quarter, and begins where it did', () => {
    const { press, handle, done } = grid()
    const drag = press(handle)
    step(drag, 300, 33)
    drag?.drop()
    expect(done).toEqual(['placed 11-24T09:00 11-24T10:45'])
  })

  test('keeps a quarter of an hour at least', () => {
    const { press, handle, done } = grid()
    const drag = press(handle)
    step(drag, 0, -900)
    drag?.drop()
    expect(done).toEqual(['placed 11-24T09:00 11-24T09:15'])
  })
})

describe('an empty place that is dragged', () => {
  test('becomes an event of as many quarters as were passed', () => {
    const { press, cells, done } = grid()
    const drag = press(cells[2]!, { clientY: 8 * 44 + 20 })
    step(drag, 0, 44)
    drag?.drop()
    expect(done).toEqual(['created 11-25T08:15 11-25T09:30'])
  })

  test('upwards ends with the quarter where it began', () => {
    const { press, cells, done } = grid()
    const drag = press(cells[0]!, { clientY: 8 * 44 })
    step(drag, 0, -88)
    drag?.drop()
    expect(done).toEqual(['created 11-23T06:15 11-23T08:15'])
  })

  test('stays within its day', () => {
    const { press, cells, done } = grid()
    const drag = press(cells[0]!, { clientY: 23 * 44 })
    step(drag, 0, 900)
    drag?.drop()
    expect(done).toEqual(['created 11-23T23:00 11-24T00:00'])
  })

  test('by a finger that only rested is an hour', () => {
    const { press, cells, done } = grid()
    press(cells[0]!, { clientY: 9 * 44, pointerType: 'touch' })?.drop()
    expect(done).toEqual(['created 11-23T09:00 11-23T10:00'])
  })

  test('leaves nothing in the grid, whether it is kept or not', () => {
    const { press, cells } = grid()
    press(cells[0]!, { clientY: 44 })?.cancel()
    press(cells[0]!, { clientY: 44 })?.drop()
    expect(cells[0]?.children.map(({ isGone }) => isGone)).toEqual([true, true])
  })
})

test('a link or a field in the grid is no place to drag', () => {
  const { cells, press } = grid()
  expect(press(new Piece(['a, input, form'], cells[0]))).toBeUndefined()
})
