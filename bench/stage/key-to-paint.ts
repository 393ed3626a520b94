import type { Browser, Page } from 'playwright-core'

/** What is to be seen when a key has done its work: a selector that nothing matched before. */
export type Sight = string

/**
 * What the page's main thread did from each of several keys until the frame in which the key's work is seen was handed
 * over to be drawn: script, style, layout and paint, in ms of the thread's own time (`tts` of Chromium's traces). What
 * comes after that frame is not waited for by anybody. The measuring itself is counted: looking for the sight in every
 * frame, and beginning to wait for it from outside.
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

/** Longer than the slowest machine takes. */
const patienceMs = 30_000

/** Presses Enter and waits until what it does is seen. Throws where nothing is. */
export async function pressEnter(page: Page): Promise<void> {
  await page.keyboard.press('Enter')
  const painted = page.evaluate(() => (globalThis as unknown as { painted: Promise<void> }).painted)
  // Not a timer of the page: that would be counted.
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Enter opened nothing that is seen')), patienceMs)
  })
  await Promise.race([painted, late]).finally(() => clearTimeout(timer))
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
  const inOrder = marks.sort((first, second) => first.ts - second.ts)
  return inOrder.flatMap((mark, index) => {
    const before = inOrder[index - 1]
    const isSeen = mark.name === 'plmail-seen' && before?.name === 'plmail-key'
    return isSeen ? [(getThreadTime(mark) - getThreadTime(before)) / 1000] : []
  })
}

/** Not every system has a clock for each thread; without one there is nothing to tell. */
function getThreadTime({ name, tts }: Mark): number {
  if (tts === undefined) throw new Error(`The trace has no thread time for ${name}`)
  return tts
}
