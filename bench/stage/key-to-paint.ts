import type { Browser, Page } from 'playwright-core'

/** What is to be seen when a key has done its work: a selector that nothing matched before. */
export type Sight = string

/**
 * What the page's main thread did from each of several keys until the frame in which the key's work is seen was handed
 * over to be drawn: script, style, layout and paint, in ms of the thread's own time (`tts` of Chromium's traces). What
 * comes after that frame is not waited for by anybody, and what asks for the measuring is not counted.
 */
export async function keysToPaint(
  browser: Browser,
  page: Page,
  sight: Sight,
  presses: () => Promise<void>,
): Promise<number[]> {
  await page.evaluate(watch, sight)
  await browser.startTracing(page, { categories: ['blink.user_timing'] })
  await presses()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Mark[] }
  return timesBetween(traceEvents)
}

/** Presses Enter and waits until what it does is seen. */
export async function pressEnter(page: Page): Promise<void> {
  await page.keyboard.press('Enter')
  await page.evaluate(() => (globalThis as unknown as { seen: Promise<void> }).seen)
}

/** In the page: marks each Enter, and the moment after the first frame that shows what is waited for. */
function watch(sight: string): void {
  const isWatched = 'seen' in globalThis
  Object.assign(globalThis, { sight, seen: Promise.resolve() })
  if (isWatched) return
  const { port1, port2 } = new MessageChannel()
  let isSeen = (): void => {}
  port2.onmessage = () => {
    performance.mark('plmail-seen')
    isSeen()
  }
  // A message that is sent before a frame is laid out comes after that frame.
  const look = (): void =>
    document.querySelector((globalThis as unknown as { sight: string }).sight)
      ? port1.postMessage('')
      : void requestAnimationFrame(look)
  const begin = ({ key }: KeyboardEvent): void => {
    if (key !== 'Enter') return
    performance.mark('plmail-key')
    Object.assign(globalThis, { seen: new Promise<void>((done) => (isSeen = done)) })
    requestAnimationFrame(look)
  }
  addEventListener('keydown', begin, { capture: true })
}

/** A trace event (the Trace Event Format): `ts` and `tts` are in µs, the second of the thread's own time. */
interface Mark {
  name: string
  ph: string
  ts: number
  tts?: number
}

function timesBetween(events: readonly Mark[]): number[] {
  const marks = events.filter(({ name, ph }) => name.startsWith('plmail-') && ph === 'I')
  const inOrder = marks.sort((one, other) => one.ts - other.ts)
  return inOrder.flatMap(({ name, tts = 0 }, index) => {
    const before = inOrder[index - 1]
    return name === 'plmail-seen' && before?.name === 'plmail-key' ? [(tts - (before.tts ?? 0)) / 1000] : []
  })
}
