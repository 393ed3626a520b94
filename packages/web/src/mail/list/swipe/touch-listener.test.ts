import { afterEach, expect, test, vi } from 'vitest'
import { listenForFingers } from './touch-listener.ts'

afterEach(() => vi.unstubAllGlobals())

/** A list of one row, the window around it, and what was made of the fingers on it. */
function listened({ isChoosing = false } = {}) {
  const [node, around] = [new EventTarget(), new EventTarget()]
  vi.stubGlobal('addEventListener', around.addEventListener.bind(around))
  vi.stubGlobal('removeEventListener', around.removeEventListener.bind(around))
  const heard: string[] = []
  const timers: (() => void)[] = []
  const row = {
    pull: (by: number) => void heard.push(`pull ${String(by)}`),
    drop: () => void heard.push('drop'),
    letGo: () => void heard.push('let go'),
    press: () => void heard.push('press'),
    tap: () => isChoosing && heard.push('tap') > 0,
  }
  listenForFingers(
    node as HTMLElement,
    () => row,
    (_ms, task) => {
      timers.push(task)
      return () => void timers.splice(timers.indexOf(task), 1)
    },
  )
  const send = (to: EventTarget, name: string, about: object) => {
    const event = Object.assign(new Event(name, { cancelable: true }), {
      pointerType: 'touch',
      pointerId: 1,
      isPrimary: true,
      clientX: 0,
      clientY: 0,
      ...about,
    })
    to.dispatchEvent(event)
    return event.defaultPrevented
  }
  return {
    heard,
    rest: () => timers.splice(0).forEach((task) => task()),
    down: (about: object = {}) => send(node, 'pointerdown', about),
    move: (clientX: number, clientY = 0) => send(around, 'pointermove', { clientX, clientY }),
    up: (clientX = 0) => send(around, 'pointerup', { clientX }),
    cancel: () => send(around, 'pointercancel', {}),
    /** Whether the browser's own is held back. */
    click: () => send(node, 'click', { detail: 1 }),
    menu: () => send(node, 'contextmenu', {}),
  }
}

test('a row follows a finger that goes across, and what it was pulled for is done when it is let go', () => {
  const { heard, down, move, up, click } = listened()
  down()
  for (const x of [4, 20, 150]) move(x)
  up(150)
  expect(heard).toEqual(['pull 20', 'pull 150', 'drop'])
  expect(click()).toBe(true)
})

test('a finger that goes along scrolls, also when it goes across later', () => {
  const { heard, down, move, up } = listened()
  down()
  move(2, 30)
  move(150, 30)
  up(150)
  expect(heard).toEqual([])
})

test('what the browser takes over, and a second finger, let go of the row', () => {
  const { heard, down, move, cancel, up } = listened()
  down()
  move(40)
  cancel()
  down()
  move(-40)
  down({ isPrimary: false, pointerId: 2 })
  up(-200)
  expect(heard).toEqual(['pull 40', 'let go', 'pull -40', 'let go'])
})

test('a finger that rests presses, and neither its click nor the browser’s menu comes of it', () => {
  const { heard, down, rest, move, up, click, menu } = listened({ isChoosing: true })
  down()
  rest()
  expect(menu()).toBe(true)
  move(90)
  up(90)
  expect(click()).toBe(true)
  expect(heard).toEqual(['press'])
})

test('a tap is the browser’s unless something is being chosen', () => {
  const plain = listened()
  plain.down()
  plain.up()
  expect([plain.click(), plain.heard]).toEqual([false, []])
  const choosing = listened({ isChoosing: true })
  choosing.down()
  choosing.up()
  expect([choosing.click(), choosing.heard]).toEqual([true, ['tap']])
})

test('a mouse does none of it', () => {
  const { heard, down, move, up, click, menu } = listened({ isChoosing: true })
  down({ pointerType: 'mouse' })
  move(150)
  up(150)
  expect([click(), menu(), heard]).toEqual([false, false, []])
})
