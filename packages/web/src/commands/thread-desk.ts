import { createTopic } from '../records/index.ts'

/** The conversation that is open and shown, as commands reach it. */
interface OpenThread {
  /** The message that commands on one message are about: the last one with the focus or opened by hand, else the newest. */
  message(): { accountId: string; emailId: string } | undefined
  readonly hasFolded: boolean
  expandAll(): void
  step(by: 1 | -1): void
  /** Loads the images of that message, once. */
  showImages(): void
  readonly hasBlockedImages: boolean
}

/** The registration of the open conversation. */
export interface ThreadDesk {
  /** Watched. */
  readonly current: OpenThread | undefined
  /** Returns a function that leaves. */
  enter(thread: OpenThread): () => void
  /** Something that commands depend on has changed. */
  touch(): void
}

export function createThreadDesk(): ThreadDesk {
  const topic = createTopic()
  let current: OpenThread | undefined
  return {
    get current() {
      topic.watch()
      return current
    },
    enter(thread) {
      current = thread
      topic.touch()
      return () => {
        if (current === thread) current = undefined
        topic.touch()
      }
    },
    touch: () => topic.touch(),
  }
}

/** Pages of the server about one message; each opens in a tab of its own. */
export const messagePage = (
  kind: 'print' | 'original' | 'attachments',
  { accountId, emailId }: { accountId: string; emailId: string },
): string => `/mail/${kind}/${accountId}/${emailId}`
