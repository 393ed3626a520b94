/** The data that a page shows, as whoever hands it in holds it. */
export interface PageData<T> {
  /** Undefined until the first answer; it stays while a later one is awaited. */
  readonly value: T | undefined
  /** Why the latest question has no answer. */
  readonly trouble: string | undefined
  /** Asks again, because something changed or because it did not work. */
  load(): Promise<void>
}
