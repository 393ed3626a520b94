import type { VirtualClock } from '../../clock/clock.ts'
import type { GmailChange } from './history.ts'
import type { GmailMailbox } from './mailbox.ts'
import { forbidden, invalidArgument, Refusal } from './refusal.ts'
import type { PubSub } from '../pubsub/pubsub.ts'

/** A mailbox's standing order to announce its changes; one per user and project. */
interface MailboxWatch {
  email: string
  project: string
  topic: string
  labelIds: readonly string[]
  behavior: 'include' | 'exclude'
  expiresAt: Date
}

interface WatchRequest {
  topicName: string
  labelIds: readonly string[]
  behavior: 'include' | 'exclude'
}

export interface MailboxWatches {
  /** Announces what happens in this mailbox from now on to those that watch it. */
  observe(mailbox: GmailMailbox): void
  /** Watches a mailbox. Without a `project` the client may use the topics of any project. */
  start(
    mailbox: GmailMailbox,
    project: string | undefined,
    request: WatchRequest,
  ): { historyId: string; expiration: string }
  /** Ends all watches of a user, or those of one project. */
  stop(email: string, project?: string): void
  of(email: string): readonly MailboxWatch[]
  /** Announcements that came within a second of another one and were dropped. */
  dropped(email: string): number
}

/** A watch holds at most seven days [D]. */
const lifetimeMs = 7 * 86_400_000
/** One announcement a second and user; the surplus is dropped [D]. */
const intervalMs = 1_000

export function createWatches(clock: VirtualClock, pubSub: PubSub): MailboxWatches {
  let watches: MailboxWatch[] = []
  const lastAt = new Map<string, number>()
  const dropped = new Map<string, number>()
  const live = (email: string): MailboxWatch[] =>
    watches.filter((watch) => watch.email === email && watch.expiresAt.getTime() > clock.now().getTime())

  function announce(email: string, change: GmailChange): void {
    const announcingWatches = live(email).filter((watch) => isWatched(watch, change))
    if (announcingWatches.length === 0) return
    const now = clock.now().getTime()
    if (now - (lastAt.get(email) ?? -Infinity) < intervalMs) {
      dropped.set(email, (dropped.get(email) ?? 0) + 1)
      return
    }
    lastAt.set(email, now)
    for (const { topic } of announcingWatches)
      pubSub.publish(topic, { emailAddress: email, historyId: change.historyId })
  }

  return {
    observe: (mailbox) =>
      void mailbox.store.history.log.onAppend((entry) => announce(mailbox.email, entry.op)),
    start(mailbox, clientProject, { topicName, labelIds, behavior }) {
      const { email, store } = mailbox
      const project = clientProject ?? /^projects\/([^/]+)\//.exec(topicName)?.[1] ?? '*'
      checkTopic(pubSub, project, topicName)
      const unknown = labelIds.find((id) => !store.labels.find(id))
      if (unknown !== undefined) throw invalidArgument(`Invalid label: ${unknown}`)
      const otherWatch = live(email).find((watch) => watch.project === project && watch.topic !== topicName)
      // One watch for each user and project [K].
      if (otherWatch)
        throw invalidArgument(
          'Only one user push notification client allowed per developer (call /stop then try again)',
        )
      const expiresAt = new Date(clock.now().getTime() + lifetimeMs)
      watches = watches.filter((watch) => watch.email !== email || watch.project !== project)
      watches.push({ email, project, topic: topicName, labelIds, behavior, expiresAt })
      const historyId = store.history.current
      // The test message by which Gmail finds out whether it may publish [K].
      pubSub.publish(topicName, { emailAddress: email, historyId })
      return { historyId: String(historyId), expiration: String(expiresAt.getTime()) }
    },
    stop(email, project) {
      watches = watches.filter(
        (watch) => watch.email !== email || (project !== undefined && watch.project !== project),
      )
    },
    of: live,
    dropped: (email) => dropped.get(email) ?? 0,
  }
}

function checkTopic(pubSub: PubSub, project: string, topicName: string): void {
  // The message of a topic that belongs to another project [F].
  if (!topicName.startsWith(`projects/${project}/topics/`))
    throw invalidArgument(`Invalid topicName does not match projects/${project}/topics/*`)
  const topic = pubSub.topic(topicName)
  if (!topic)
    throw new Refusal({
      status: 404,
      reason: 'notFound',
      message: `Error sending test message to Cloud PubSub ${topicName} : Resource not found (resource=${topicName.split('/').at(-1)}).`,
      canonical: 'NOT_FOUND',
    })
  if (!topic.gmailMayPublish)
    throw forbidden(
      `Error sending test message to Cloud PubSub ${topicName} : User not authorized to perform this action.`,
    )
}

/** `include` (the default) announces changes of messages that carry one of the labels, `exclude` of all others [S]. */
function isWatched({ labelIds, behavior }: MailboxWatch, change: GmailChange): boolean {
  if (labelIds.length === 0) return true
  const concerned = [...change.labelIds, ...change.changed].some((id) => labelIds.includes(id))
  return behavior === 'include' ? concerned : !concerned
}
