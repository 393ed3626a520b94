import { createTopic } from '../../records/index.ts'

/** The address of a link or a page, which the server returns only once. Watched. */
export interface OneTimeAddress {
  /** Undefined when none is shown. */
  readonly url: string | undefined
  /** Shows the address; `say` shows a toast once the dialog, which covers everything, is closed. */
  show(url: string | undefined, say?: () => void): void
  close(): void
}

export function createOneTimeAddress(): OneTimeAddress {
  const topic = createTopic()
  let shown: string | undefined
  let waiting: (() => void) | undefined

  function close(): void {
    const say = waiting
    shown = waiting = undefined
    topic.touch()
    say?.()
  }

  return {
    get url() {
      topic.watch()
      return shown
    },
    show(url, say) {
      shown = url
      waiting = say
      if (url === undefined) close()
      else topic.touch()
    },
    close,
  }
}
