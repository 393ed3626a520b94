import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Shown } from '../grid/merge.ts'
import { dayDrags } from './day-drag.ts'
import { timeDrags } from './time-drag.ts'

/** As much of an element as a press asks: it is the block of an event. */
class Block {
  readonly dataset = { key: 'choir' }
  closest(selector: string): Block | null {
    return selector === '[data-key]' ? this : null
  }
}

beforeAll(() => void vi.stubGlobal('Element', Block))
afterAll(() => void vi.unstubAllGlobals())

function refusingGrid() {
  const refusals: string[] = []
  const grid = {
    days: () => [],
    hourHeight: () => 44,
    hours: () => '',
    find: () => ({ key: 'choir' }) as Shown,
    allows: ({ key }: Shown) => (refusals.push(key), false),
    place: vi.fn(),
    create: vi.fn(),
    move: vi.fn(),
    extend: vi.fn(),
  }
  return { refusals, grid }
}

test.each([
  ['hours', timeDrags],
  ['days', dayDrags],
] as const)(
  'somebody else’s event in a grid of %s refuses to be dragged, and says nothing when it is only clicked',
  (_name, drags) => {
    const { refusals, grid } = refusingGrid()
    const press = { target: new Block() } as unknown as PointerEvent
    const start = drags({} as HTMLElement, grid)(press)
    expect(refusals).toEqual([])
    expect(start?.()).toBeUndefined()
    expect(refusals).toEqual(['choir'])
  },
)
