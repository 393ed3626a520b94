import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createThreadPresence } from './thread-presence.ts'

interface Sight {
  id: string
  ratio: number
  height?: number
}

/** The observer of a browser, which says what is in view only when the test does; the window is 800 pixels high. */
class Observer {
  static readonly all: Observer[] = []
  readonly watched: unknown[] = []
  isOver = false
  readonly #tell: (entries: object[]) => void
  constructor(tell: (entries: object[]) => void) {
    this.#tell = tell
    Observer.all.push(this)
  }
  observe(card: unknown): void {
    this.watched.push(card)
  }
  unobserve(card: unknown): void {
    this.watched.splice(this.watched.indexOf(card), 1)
  }
  disconnect(): void {
    this.isOver = true
  }
  see(...sights: Sight[]): void {
    this.#tell(
      sights.map(({ id, ratio, height = 10 }) => ({
        target: { getAttribute: () => id },
        intersectionRatio: ratio,
        intersectionRect: { height },
        rootBounds: { height: 800 },
      })),
    )
  }
}

beforeEach(() => void vi.stubGlobal('IntersectionObserver', Observer))
afterEach(() => {
  Observer.all.length = 0
  vi.unstubAllGlobals()
})

/** A conversation whose newest message is M3; M1 is folded. */
function conversation() {
  const marked: string[] = []
  const timers = new Map<number, () => void>()
  let next = 0
  const presence = createThreadPresence({
    load: () => Promise.resolve(),
    idsAbove: (id) => ['M1', 'M2', 'M3'].slice(0, Number(id.slice(1)) - 1),
    isFolded: (id) => id === 'M1',
    isNewest: (id) => id === 'M3',
    markSeen: (ids) => void marked.push([...ids].join(' ')),
    after: (ms, task) => {
      expect(ms).toBe(500)
      const key = (next += 1)
      timers.set(key, task)
      return () => void timers.delete(key)
    },
  })
  const watching = presence.begin({} as HTMLElement)
  const observer = () => Observer.all.at(-1)!
  const wait = () => {
    const due = [...timers.values()]
    timers.clear()
    due.forEach((task) => task())
  }
  return { presence, watching, observer, marked, wait }
}

describe('a message of an open conversation is seen', () => {
  test('after it stood there for a moment with its text, once', () => {
    const { presence, observer, marked, wait } = conversation()
    presence.laidOut('M2')
    observer().see({ id: 'M2', ratio: 0.6 })
    expect(marked).toEqual([])
    wait()
    observer().see({ id: 'M2', ratio: 0.9 })
    wait()
    expect(marked).toEqual(['M2'])
  })

  test('only when its text has come, which counts from then', () => {
    const { presence, observer, marked, wait } = conversation()
    observer().see({ id: 'M2', ratio: 1 })
    wait()
    expect(marked).toEqual([])
    presence.laidOut('M2')
    wait()
    expect(marked).toEqual(['M2'])
  })

  test('only when what stands above it has come too, as that moves it down', () => {
    const { presence, observer, marked, wait } = conversation()
    presence.laidOut('M3')
    observer().see({ id: 'M2', ratio: 1 }, { id: 'M3', ratio: 1 })
    wait()
    expect(marked).toEqual([])
    presence.laidOut('M2')
    observer().see({ id: 'M3', ratio: 0 })
    wait()
    expect(marked).toEqual(['M2'])
  })

  test('when what stands above it cannot be had', () => {
    const { presence, observer, marked, wait } = conversation()
    presence.laidOut('M3')
    observer().see({ id: 'M3', ratio: 1 })
    presence.failed('M2')
    wait()
    expect(marked).toEqual(['M3'])
  })

  test('when it is folded, which has no text to wait for', () => {
    const { observer, marked, wait } = conversation()
    observer().see({ id: 'M1', ratio: 1 })
    wait()
    expect(marked).toEqual(['M1'])
  })

  test('when it is longer than the window and half the window shows it', () => {
    const { presence, observer, marked, wait } = conversation()
    presence.laidOut('M2')
    observer().see({ id: 'M2', ratio: 0.1, height: 399 })
    wait()
    observer().see({ id: 'M2', ratio: 0.1, height: 400 })
    wait()
    expect(marked).toEqual(['M2'])
  })

  test('not when it was only scrolled past', () => {
    const { presence, observer, marked, wait } = conversation()
    presence.laidOut('M2')
    observer().see({ id: 'M2', ratio: 0.8 })
    observer().see({ id: 'M2', ratio: 0.2 })
    wait()
    expect(marked).toEqual([])
  })

  test('not after the conversation was left', () => {
    const { presence, observer, watching, marked, wait } = conversation()
    presence.laidOut('M2')
    observer().see({ id: 'M2', ratio: 0.8 })
    watching.end()
    wait()
    presence.laidOut('M2')
    wait()
    expect([marked, observer().isOver]).toEqual([[], true])
  })
})

test('a card is watched while it is there', () => {
  const { watching, observer } = conversation()
  const unwatch = watching.watch({} as HTMLElement)
  expect(observer().watched).toHaveLength(1)
  unwatch()
  expect(observer().watched).toEqual([])
})

test('ending an earlier view leaves the later one watching', () => {
  const { presence, watching, observer, marked, wait } = conversation()
  presence.begin({} as HTMLElement)
  watching.end()
  observer().see({ id: 'M2', ratio: 1 })
  presence.laidOut('M2')
  wait()
  expect(marked).toEqual(['M2'])
})
