import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Drag, listenForDrags } from './gesture.ts'

/** A window and one element in it; listeners of the window are those of the global scope, as in a browser. */
let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('navigator', {})
})
afterEach(() => void vi.unstubAllGlobals())

type Pointer = Partial<Pick<PointerEvent, 'clientX' | 'clientY' | 'pointerType' | 'button' | 'isPrimary'>>

function fire(target: EventTarget, type: string, fields: object = {}): Event {
  const event = Object.assign(new Event(type, { cancelable: true }), fields)
  target.dispatchEvent(event)
  return event
}

/** A grid that may be dragged in, and what became of each drag. */
function grid({ refuses = false, isFree = true } = {}) {
  const happened: string[] = []
  const timers: { ms: number; task: () => void; isStopped: boolean }[] = []
  const drag: Drag = {
    step: (x, y) => void happened.push(`step ${x},${y}`),
    drop: () => void happened.push('drop'),
    cancel: () => void happened.push('cancel'),
  }
  const node = new EventTarget()
  const stop = listenForDrags(
    node as HTMLElement,
    () => (isFree ? () => (happened.push('start'), refuses ? undefined : drag) : undefined),
    (ms, task) => {
      const timer = { ms, task, isStopped: false }
      timers.push(timer)
      return () => void (timer.isStopped = true)
    },
  )
  const press = (fields: Pointer = {}) =>
    fire(node, 'pointerdown', {
      button: 0,
      isPrimary: true,
      clientX: 0,
      clientY: 0,
      pointerType: 'mouse',
      ...fields,
    })
  const move = (clientX: number, clientY = 0) => fire(page, 'pointermove', { clientX, clientY })
  const up = () => fire(page, 'pointerup')
  const rest = () => timers.filter(({ isStopped }) => !isStopped).forEach(({ task }) => task())
  return { node, happened, timers, stop, press, move, up, rest }
}

test('a mouse drags once it has moved further than a hand trembles', () => {
  const { happened, press, move, up } = grid()
  press()
  move(3, -4)
  expect(happened).toEqual([])
  move(5)
  move(9, 2)
  up()
  expect(happened).toEqual(['start', 'step 5,0', 'step 9,2', 'drop'])
})

test('a click is a click: nothing starts, and the browser’s click goes where it goes', () => {
  const { happened, press, move, up } = grid()
  press()
  move(2)
  up()
  expect(happened).toEqual([])
  expect(fire(page, 'click').defaultPrevented).toBe(false)
})

test('the click that a browser sends after a drop is nobody’s, the next one is', () => {
  const { press, move, up } = grid()
  press()
  move(20)
  up()
  expect(fire(page, 'click').defaultPrevented).toBe(true)
  expect(fire(page, 'click').defaultPrevented).toBe(false)
})

test('a finger drags after resting, and scrolls when it moves at once', () => {
  const resting = grid()
  resting.press({ pointerType: 'touch' })
  expect(resting.timers.map(({ ms }) => ms)).toEqual([400])
  resting.rest()
  resting.move(30)
  resting.up()
  expect(resting.happened).toEqual(['start', 'step 30,0', 'drop'])

  const scrolling = grid()
  scrolling.press({ pointerType: 'touch' })
  scrolling.move(0, 40)
  scrolling.rest()
  scrolling.up()
  expect(scrolling.happened).toEqual([])
})

test('the page does not scroll along with a finger that drags, and does with one that does not', () => {
  const { node, press, rest } = grid()
  press({ pointerType: 'touch' })
  expect(fire(node, 'touchmove').defaultPrevented).toBe(false)
  rest()
  expect(fire(node, 'touchmove').defaultPrevented).toBe(true)
})

test('Escape takes a drag back and is kept from closing anything else; without a drag it passes', () => {
  const { happened, press, move, up } = grid()
  press()
  expect(fire(page, 'keydown', { key: 'Escape' }).defaultPrevented).toBe(false)
  move(20)
  expect(fire(page, 'keydown', { key: 'Escape' }).defaultPrevented).toBe(true)
  up()
  expect(happened).toEqual(['start', 'step 20,0', 'cancel'])
})

test.each([
  ['another button', { button: 2 }, {}],
  ['a second finger', { isPrimary: false }, {}],
  ['a place where nothing can be dragged', {}, { isFree: false }],
  ['what refuses to be dragged', {}, { refuses: true }],
])('%s drags nothing', (_name, pointer, how) => {
  const { happened, press, move, up } = grid(how)
  press(pointer)
  move(20)
  move(40)
  up()
  expect(happened.filter((line) => line !== 'start')).toEqual([])
})

test('a drag that the browser takes over, or whose grid goes, is cancelled and hears no more', () => {
  const taken = grid()
  taken.press()
  taken.move(20)
  fire(page, 'pointercancel')
  taken.move(40)
  expect(taken.happened).toEqual(['start', 'step 20,0', 'cancel'])

  const gone = grid()
  gone.press()
  gone.move(20)
  gone.stop()
  gone.press()
  gone.move(40)
  expect(gone.happened).toEqual(['start', 'step 20,0', 'cancel'])
})
