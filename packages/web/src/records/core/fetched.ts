import { createTopic } from './topic.ts'
import type { Outcome } from './outcome.ts'

/** The server data that a page shows. Watched. */
export interface Fetched<T> {
  /** Undefined until the first answer; it stays while a later one is awaited. */
  readonly value: T | undefined
  /** Why the latest question has no answer. */
  readonly trouble: string | undefined
  /** Asks again, because something changed or because it did not work. */
  load(): Promise<void>
}

/** The server data that only the page itself holds. */
export interface FetchedHere<T> extends Fetched<T> {
  /** Replaces the value by the server's answer to a change, without fetching it again. */
  put(value: T): void
}

/** Asks at once. */
export function createFetched<T>(ask: () => Promise<Outcome<T>>): FetchedHere<T> {
  const topic = createTopic()
  let value: T | undefined
  let trouble: string | undefined

  async function load(): Promise<void> {
    const answer = await ask()
    trouble = answer.ok ? undefined : answer.why
    if (answer.ok) value = answer.value
    topic.touch()
  }

  void load()
  return {
    get value() {
      topic.watch()
      return value
    },
    get trouble() {
      topic.watch()
      return trouble
    },
    load,
    put(changed) {
      value = changed
      topic.touch()
    },
  }
}

/** The same for what records hold. While they hold something, that is shown even when there is no newer answer. */
export function fetchedFrom<T>(
  records: { all(): T | undefined; load(): Promise<boolean> },
  unreachable: string,
): Fetched<T> {
  const isLoaded = createFetched(async (): Promise<Outcome<true>> =>
    (await records.load()) ? { ok: true, value: true } : { ok: false, why: unreachable },
  )
  return {
    get value() {
      return records.all()
    },
    get trouble() {
      return records.all() === undefined ? isLoaded.trouble : undefined
    },
    load: isLoaded.load,
  }
}
