import { emailReadingProperties, threadProperties, type RenderedBody } from '@plmail/wire'
import { createBatch, resultOf, type Jmap } from '../../net/index.ts'
import type { MailDisk } from '../../disk/index.ts'
import { threadKey, type MailRecords, type ThreadRef } from './store.ts'

interface BodyWish {
  accountId: string
  emailId: string
  images: 'blocked' | 'proxied'
  /** Plain text follows the theme, and so does HTML that brings dark colours. */
  prefersDark: boolean
  /** In a dark theme: other HTML is given dark colours too; `simple`: where it brings no ground of its own. */
  darken?: boolean | 'simple'
  /** Plain text in a monospaced font. */
  isFixedWidth?: boolean
}

/** Rendered bodies and whole threads, loaded when somebody is about to read them. */
export interface BodyReading {
  /** The thread with the reading properties of its emails in the store; false when neither server nor disk has it. */
  loadThread(ref: ThreadRef): Promise<boolean>
  /** Undefined when the message is gone or cannot be had. Answers are kept for the next opening. */
  body(wish: BodyWish): Promise<RenderedBody | undefined>
  /** Puts these conversations on the disk, with the body of their newest message, before anybody opens them. */
  prefetch(conversations: readonly Prefetched[]): Promise<void>
}

/** A conversation to be read later, perhaps without a network. */
interface Prefetched extends ThreadRef {
  readonly emailId: string
}

const maxBodies = 300
/** The server's limit of bodies in one call (docs/jmap.md). */
const bodiesAtOnce = 20

/**
 * Bodies are kept as they are safe to show anywhere: without pictures from the internet. In light colours under the
 * name of their message, in dark ones beside it.
 */
const diskKey = (accountId: string, emailId: string, isDark = false): string =>
  `${accountId}/${emailId}${isDark ? '/dark' : ''}`

export function createReading(jmap: Jmap, store: MailRecords, disk: MailDisk): BodyReading {
  const bodies = new Map<string, Promise<RenderedBody | undefined>>()
  /** Keys of bodies that are on the disk, or on their way there. */
  const onDisk = new Set<string>()

  async function render(wish: BodyWish): Promise<RenderedBody | undefined> {
    const { accountId, emailId, images, prefersDark, darken = false, isFixedWidth = false } = wish
    const batch = createBatch()
    const call = batch.add('RenderedBody/get', {
      accountId,
      ids: [emailId],
      images,
      theme: prefersDark ? 'dark' : 'light',
      darken,
      fixedWidth: isFixedWidth,
    })
    const answer = (await jmap.send(batch))?.of(call)
    return answer?.ok ? answer.value.list[0] : undefined
  }

  /** An answer of the server; what the disk has when none came. */
  async function fetchBody(wish: BodyWish): Promise<RenderedBody | undefined> {
    const fresh = await render(wish)
    // Where there is no answer, or a damaged one, the copy that this device has kept may be whole, in either colours.
    if (!fresh || fresh.problem) return (await readFromDisk(wish)) ?? fresh
    if (wish.images === 'blocked' && !wish.isFixedWidth)
      void disk.keepBody(diskKey(wish.accountId, wish.emailId, fresh.isDark), fresh)
    return fresh
  }

  async function readFromDisk({
    accountId,
    emailId,
    prefersDark,
  }: BodyWish): Promise<RenderedBody | undefined> {
    const inTheme = await disk.body(diskKey(accountId, emailId, prefersDark))
    return inTheme ?? disk.body(diskKey(accountId, emailId, !prefersDark))
  }

  async function load(accountId: string, threadIds: readonly string[], emailIds: readonly string[]) {
    const askedAt = store.mark()
    const batch = createBatch()
    const threads = batch.add('Thread/get', { accountId, ids: [...threadIds], properties: threadProperties })
    const emails = batch.add('Email/get', {
      accountId,
      '#ids': resultOf(threads, '/list/*/emailIds'),
      properties: emailReadingProperties,
    })
    const bodyResults =
      emailIds.length > 0
        ? batch.add('RenderedBody/get', { accountId, ids: [...emailIds], images: 'blocked', theme: 'light' })
        : undefined
    const answers = await jmap.send(batch)
    if (!answers) return undefined
    const thread = answers.of(threads)
    const loaded = answers.of(emails)
    const rendered = bodyResults && answers.of(bodyResults)
    if (thread.ok) store.putThreads(accountId, thread.value)
    if (thread.ok) store.removeThreads(accountId, thread.value.notFound)
    if (loaded.ok) store.putEmails(accountId, loaded.value, askedAt)
    const isWhole =
      loaded.ok ||
      (thread.ok &&
        loaded.error.type === 'requestTooLarge' &&
        (await (
          await import('./emails-in-pieces.ts')
        ).emailsInPieces(jmap, store, accountId, thread.value.list, emailReadingProperties)))
    if (rendered?.ok)
      await Promise.all(
        rendered.value.list
          .filter((body) => !body.problem)
          .map((body) => disk.keepBody(diskKey(accountId, body.id), body)),
      )
    return thread.ok && isWhole
  }

  return {
    async loadThread(ref) {
      const isLoaded = await load(ref.accountId, [ref.threadId], [])
      if (isLoaded !== undefined) return isLoaded
      const stored = await disk.threads([threadKey(ref)])
      store.restoreThreads(stored)
      return stored.length > 0 || store.peekEmailsOf(ref).length > 0
    },
    async prefetch(conversations) {
      const asked = conversations.filter((conversation) => !onDisk.has(bodyKey(conversation)))
      const missing = await Promise.all(
        asked.map(async (conversation) =>
          (await disk.hasBody(bodyKey(conversation))) ? [] : [conversation],
        ),
      )
      for (const conversation of asked) onDisk.add(bodyKey(conversation))
      for (const [accountId, ofAccount] of byAccount(missing.flat()))
        for (let at = 0; at < ofAccount.length; at += bodiesAtOnce) {
          const batch = ofAccount.slice(at, at + bodiesAtOnce)
          const threadIds = batch.map(({ threadId }) => threadId)
          const emailIds = batch.map(({ emailId }) => emailId)
          const isLoaded = await load(accountId, threadIds, emailIds)
          if (isLoaded === undefined) for (const id of emailIds) onDisk.delete(diskKey(accountId, id))
        }
    },
    body(wish) {
      const { accountId, emailId, images, prefersDark, darken, isFixedWidth } = wish
      const key = [accountId, emailId, images, prefersDark, darken, isFixedWidth === true].join(' ')
      const pendingBody = bodies.get(key) ?? fetchBody(wish)
      bodies.delete(key)
      bodies.set(key, pendingBody)
      void pendingBody.then((body) => {
        if (!body || body.problem) bodies.delete(key)
      })
      const oldest = bodies.keys().next()
      if (bodies.size > maxBodies && !oldest.done) bodies.delete(oldest.value)
      return pendingBody
    },
  }
}

const bodyKey = ({ accountId, emailId }: Prefetched): string => diskKey(accountId, emailId)

function byAccount(conversations: readonly Prefetched[]): Map<string, Prefetched[]> {
  const groups = new Map<string, Prefetched[]>()
  for (const conversation of conversations) {
    const { accountId } = conversation
    groups.set(accountId, [...(groups.get(accountId) ?? []), conversation])
  }
  return groups
}
