import { createTopic } from '../records/index.ts'

/** A key that was pressed before what takes it was there. */
export interface BufferedKey {
  readonly key: string
  readonly shiftKey: boolean
}

/** Something that takes text and was asked for, as long as it is on its way. */
interface ComingField {
  /** CSS selector of the element the focus comes into. */
  readonly place: string
  /** Escape: takes back that it was asked for. */
  cancel(): void
}

/**
 * The handover of keys between the command that opens something and the moment in which that has the focus: none of
 * them is a command. They are buffered, and typed into the opened field in their order. Compose desk, dialogs and
 * calendar desk begin a handover for everything they open, so that no command can forget to.
 */
export interface TypingHandover {
  /** Watched. What is on its way; undefined when keys mean what they always mean. */
  readonly coming: ComingField | undefined
  /** Watched. It takes so long that what was typed is shown meanwhile. */
  readonly isSlow: boolean
  /** Watched. The characters that wait. */
  readonly text: string
  begin(coming: ComingField): void
  buffer(key: BufferedKey): void
  /** The oldest key that waits. */
  take(): BufferedKey | undefined
  /** It has arrived and taken what waited, or the user has turned to something else. */
  end(): void
  /** It is not wanted any more. */
  cancel(): void
  /** The screen could not be loaded: shows that, and cancels the request for it. */
  fail(): void
  /** The screen reports its failure itself. Keys run commands again once the user has stopped typing. */
  giveUp(): void
}

/** Slower than this, people look whether anything happens. */
const slowMs = 600
/** On the slowest line that is used the composer comes within this. */
const maxMs = 30_000
/** Somebody who is still typing pauses for less than this. */
const pauseMs = 1_200
/** As much as anybody types while waiting. */
const maxKeys = 2_000

/** `onFail` informs the user. */
export function createTypingHandover(
  after: (ms: number, task: () => void) => () => void,
  onFail: () => void,
): TypingHandover & { onBegin(listener: () => void): void } {
  const topic = createTopic()
  let coming: ComingField | undefined
  let keys: BufferedKey[] = []
  let isSlow = false
  let hasFailed = false
  let stopTimers = (): void => undefined
  let hear: () => void = () => undefined

  function set(next: ComingField | undefined): void {
    stopTimers()
    stopTimers = () => undefined
    coming = next
    keys = []
    isSlow = hasFailed = false
    topic.touch()
  }

  /** A user who has not seen the failure goes on typing, and none of that is a command either. */
  function waitForPause(): void {
    stopTimers()
    stopTimers = after(pauseMs, () => set(undefined))
  }

  function giveUp(): void {
    if (!coming) return
    hasFailed = true
    isSlow = false
    keys = []
    topic.touch()
    waitForPause()
  }

  function fail(): void {
    if (!coming || hasFailed) return
    giveUp()
    coming.cancel()
    onFail()
  }

  return {
    get coming() {
      topic.watch()
      return coming
    },
    get isSlow() {
      topic.watch()
      return isSlow
    },
    get text() {
      topic.watch()
      return keys.reduce(
        (text, { key }) =>
          key === 'Backspace' ? text.slice(0, -1) : [...key].length > 1 ? text : text + key,
        '',
      )
    },
    begin(next) {
      set(next)
      const stopSlow = after(slowMs, () => {
        isSlow = true
        topic.touch()
      })
      const stopMost = after(maxMs, fail)
      stopTimers = () => {
        stopSlow()
        stopMost()
      }
      hear()
    },
    buffer(key) {
      if (hasFailed) return waitForPause()
      if (keys.length < maxKeys) keys.push(key)
      topic.touch()
    },
    take: () => keys.shift(),
    end() {
      // A failed screen is removed while the user may still be typing.
      if (coming && !hasFailed) set(undefined)
    },
    cancel() {
      const cancelled = coming
      set(undefined)
      cancelled?.cancel()
    },
    fail,
    giveUp,
    onBegin: (listener) => void (hear = listener),
  }
}
