import { emailReadingProperties, type RenderedBody } from '@plmail/wire'
import { createBatch, resultOf, type Jmap } from '../net/index.ts'
import type { Store, ThreadRef } from './store.ts'

export interface BodyWish {
  accountId: string
  emailId: string
  images: 'blocked' | 'proxied'
  /** Plain text follows the theme; HTML stays on a light card unless asked otherwise. */
  prefersDark: boolean
}

/** Rendered bodies and whole threads, loaded when somebody is about to read them. */
export interface Reading {
  /** The thread with the reading properties of its emails in the store; false when no answer came. */
  loadThread(ref: ThreadRef): Promise<boolean>
  /** Undefined when the message is gone or no answer came. Answers are kept for the next opening. */
  body(wish: BodyWish): Promise<RenderedBody | undefined>
}

const maxBodies = 300

export function createReading(jmap: Jmap, store: Store): Reading {
  const bodies = new Map<string, Promise<RenderedBody | undefined>>()

  async function render({ accountId, emailId, images }: BodyWish, theme: 'light' | 'dark') {
    const batch = createBatch()
    const call = batch.add('RenderedBody/get', { accountId, ids: [emailId], images, theme })
    const answer = (await jmap.send(batch))?.of(call)
    return answer?.ok ? answer.value.list[0] : undefined
  }

  async function renderFor(wish: BodyWish): Promise<RenderedBody | undefined> {
    const light = await render(wish, 'light')
    return light?.isPlainText && wish.prefersDark ? render(wish, 'dark') : light
  }

  return {
    async loadThread({ accountId, threadId }) {
      const askedAt = store.mark()
      const batch = createBatch()
      const threads = batch.add('Thread/get', { accountId, ids: [threadId] })
      const emails = batch.add('Email/get', {
        accountId,
        '#ids': resultOf(threads, '/list/*/emailIds'),
        properties: emailReadingProperties,
      })
      const answers = await jmap.send(batch)
      if (!answers) return false
      const thread = answers.of(threads)
      const loaded = answers.of(emails)
      if (thread.ok) store.putThreads(accountId, thread.value.list)
      if (thread.ok) store.removeThreads(accountId, thread.value.notFound)
      if (loaded.ok) store.putEmails(accountId, loaded.value.list, askedAt)
      return thread.ok && loaded.ok
    },
    body(wish) {
      const key = [wish.accountId, wish.emailId, wish.images, wish.prefersDark].join(' ')
      const held = bodies.get(key) ?? renderFor(wish)
      bodies.delete(key)
      bodies.set(key, held)
      void held.then((body) => body ?? bodies.delete(key))
      const oldest = bodies.keys().next()
      if (bodies.size > maxBodies && !oldest.done) bodies.delete(oldest.value)
      return held
    },
  }
}
