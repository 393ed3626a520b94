import type { SessionInfo } from '@plmail/wire'
import type { Notifying, NotifyProblem, NotifyTried } from '../commands/index.ts'
import {
  changeNotifySettings,
  dropNotifySettings,
  readNotifySettings,
  usualWishes,
  writeNotifySettings,
  type NotifySettings,
  type NotifyWishes,
} from '../disk/index.ts'
import { createBatch, type Jmap } from '../net/index.ts'
import { createTopic, type Records } from '../records/index.ts'
import { spoken } from '../words/index.ts'
import { after, passed } from './browser.ts'

export interface NotifyingParts {
  session: SessionInfo
  jmap: Jmap
  records: Records
}

/** A test that is not here by then does not come. */
const arrivesWithinMs = 30_000
/**
 * Milliseconds within which the stored notification settings are deleted; otherwise that happens once a tab that has
 * them open is closed.
 */
const dropsWithinMs = 5_000

function lack(): NotifyProblem | undefined {
  if (!isSecureContext) return 'insecure'
  const isThere = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  return isThere ? undefined : 'unsupported'
}

/**
 * Subscribes this device to push (RFC 8620 §7.2): what is pushed says only that something came, and the service worker
 * asks what. The subscription goes with the session that made it.
 */
export async function createNotifying({ session, jmap, records }: NotifyingParts): Promise<Notifying> {
  const topic = createTopic()
  const { locale, timeZone } = session.user
  const conventions = { language: spoken, locale, timeZone }
  let settings: NotifySettings | undefined
  let problem = lack()

  function set(next: NotifySettings | undefined, trouble?: NotifyProblem): void {
    settings = next
    problem = trouble
    topic.touch()
  }

  /** A new session, a week without one, a browser that was given another address: the device is subscribed anew. */
  async function begin(): Promise<void> {
    if (problem) return
    const notifySettings = await readNotifySettings()
    if (notifySettings?.userId !== session.user.id) return
    set(await changeNotifySettings(() => conventions))
    const { pushManager } = await navigator.serviceWorker.ready
    const isSame = (await pushManager.getSubscription())?.endpoint === notifySettings.endpoint
    if (!isSame || (await renewed(jmap, notifySettings.subscriptionId)) === 'gone')
      await subscribe(notifySettings)
  }

  async function subscribe(wishes: NotifyWishes): Promise<void> {
    const subscription = await subscribed(jmap)
    if (typeof subscription === 'string') return set(undefined, subscription)
    const { about, hasReminders, showsContent, quiet } = wishes
    const next: NotifySettings = {
      about,
      hasReminders,
      showsContent,
      quiet,
      ...subscription,
      unread: {},
      userId: session.user.id,
      ...conventions,
      states: await statesNow(jmap, records),
    }
    await writeNotifySettings(next)
    set(next)
  }

  await begin()
  if (!problem) hideWhatIsRead(records)

  return {
    get isOn() {
      topic.watch()
      return settings !== undefined
    },
    get wishes() {
      topic.watch()
      return settings ?? usualWishes
    },
    get problem() {
      topic.watch()
      return problem
    },
    async switchOn() {
      if (lack()) return set(undefined, lack())
      const permission = await Notification.requestPermission()
      if (permission !== 'granted') return set(undefined, permission === 'denied' ? 'blocked' : 'unanswered')
      await subscribe(settings ?? usualWishes)
    },
    async switchOff() {
      const { subscriptionId } = settings ?? {}
      set(undefined)
      await dropNotifySettings(passed(dropsWithinMs))
      const registration = await navigator.serviceWorker.ready
      await (await registration.pushManager.getSubscription())?.unsubscribe()
      if (subscriptionId === undefined) return
      const batch = createBatch()
      batch.add('PushSubscription/set', { destroy: [subscriptionId] })
      await jmap.send(batch)
    },
    async choose(wishes) {
      const next = await changeNotifySettings(() => wishes)
      if (next) set(next)
    },
    async tryOut() {
      if (Notification.permission !== 'granted') return 'blocked'
      return settings ? tried(jmap, settings.subscriptionId) : 'gone'
    },
  }
}

/** Listening begins before the message is sent: it may be here first. */
async function tried(jmap: Jmap, id: string): Promise<NotifyTried> {
  const listening = new AbortController()
  const arrived = new Promise<NotifyTried>((resolve) => {
    const { signal } = listening
    navigator.serviceWorker.addEventListener(
      'message',
      ({ data }) => (data as { kind?: unknown } | null)?.kind === 'push-arrived' && resolve('arrived'),
      { signal },
    )
    const callOff = after(arrivesWithinMs, () => resolve('not-arrived'))
    signal.addEventListener('abort', callOff)
  })
  const batch = createBatch()
  const call = batch.add('PushSubscription/test', { id })
  const answer = (await jmap.send(batch))?.of(call)
  const sent = answer ? outcomeOf(answer.ok ? answer.value.outcome : 'gone') : 'offline'
  const outcome = sent === 'sent' ? await arrived : sent
  listening.abort()
  return outcome
}

const outcomes = {
  sent: 'sent',
  unconfirmed: 'unconfirmed',
  gone: 'gone',
  refused: 'service-refused',
  failed: 'service-failed',
  switchedOff: 'switched-off',
  tooOften: 'too-often',
} as const
const outcomeOf = (outcome: keyof typeof outcomes) => outcomes[outcome]

/** `gone` when the server no longer has it; without an answer it is believed to be there. */
async function renewed(jmap: Jmap, id: string): Promise<'kept' | 'gone'> {
  const batch = createBatch()
  const call = batch.add('PushSubscription/set', { update: { [id]: { expires: null } } })
  const answer = (await jmap.send(batch))?.of(call)
  return !answer || (answer.ok && answer.value.updated?.[id] !== undefined) ? 'kept' : 'gone'
}

type Subscribed = Pick<NotifySettings, 'subscriptionId' | 'endpoint'>

/** The browser's half: an address at its push service, for messages that this server signs (RFC 8292). */
async function subscribed(jmap: Jmap): Promise<Subscribed | NotifyProblem> {
  const session = await jmap.download('/jmap/session')
  if (!session) return 'offline'
  const { capabilities } = JSON.parse(await session.text()) as {
    capabilities: Record<string, { applicationServerKey?: string }>
  }
  const { applicationServerKey = '' } = capabilities['urn:ietf:params:jmap:webpush-vapid'] ?? {}
  const { pushManager } = await navigator.serviceWorker.ready
  try {
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    return await announced(jmap, subscription)
  } catch {
    // The browser's own message about its push service is not meant for people.
    return 'no-service'
  }
}

/** The subscription is ours: it replaces the one that the server had for this device. */
async function announced(jmap: Jmap, subscription: PushSubscription): Promise<Subscribed | NotifyProblem> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const batch = createBatch()
  const call = batch.add('PushSubscription/set', {
    create: {
      device: {
        deviceClientId: p256dh,
        url: endpoint,
        keys: { p256dh, auth },
        types: ['EmailDelivery', 'Reminder'],
      },
    },
  })
  const answer = (await jmap.send(batch))?.of(call)
  if (!answer) return 'offline'
  const id = answer.ok ? answer.value.created?.['device']?.id : undefined
  return id === undefined ? 'refused' : { subscriptionId: id, endpoint }
}

/** Returns the current states; nothing before them counts as new. */
async function statesNow(
  jmap: Jmap,
  { accounts, calendarContext }: Records,
): Promise<Record<string, string>> {
  const batch = createBatch()
  const ofMail = (accounts.all() ?? []).map(({ id }) => ({
    key: `Email ${id}`,
    call: batch.add('Email/get', { accountId: id, ids: [] }),
  }))
  const ofCalendars = (await calendarContext.accountIds()).map((accountId) => ({
    key: `Reminder ${accountId}`,
    call: batch.add('Reminder/get', { accountId, ids: [] }),
  }))
  const answers = await jmap.send(batch)
  const emails = [
    ...ofMail.map(({ key, call }) => ({ key, answer: answers?.of(call) })),
    ...ofCalendars.map(({ key, call }) => ({ key, answer: answers?.of(call) })),
  ]
  return Object.fromEntries(
    emails.flatMap(({ key, answer }) => (answer?.ok ? [[key, answer.value.state]] : [])),
  )
}

/** A notification goes when its mail is read or put away, here or wherever this client hears of it. */
function hideWhatIsRead({ store }: Records): void {
  let isLooking = false
  async function look(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration()
    for (const notification of (await registration?.getNotifications()) ?? []) {
      const data = notification.data as {
        kind: string
        accountId: string
        emailIds: string[]
        inboxId: string
      }
      if (data.kind !== 'mail') continue
      const emails = data.emailIds.map((id) => store.email(data.accountId, id))
      if (emails.every((email) => email && (email.keywords['$seen'] || !email.mailboxIds[data.inboxId])))
        notification.close()
    }
    isLooking = false
  }
  const lookSoon = (): void => {
    if (isLooking) return
    isLooking = true
    void look()
  }
  const nothing = (): void => undefined
  store.onLocalChange(lookSoon)
  store.onReport({ threads: lookSoon, mailboxes: nothing, outdated: nothing, forgotten: nothing })
}
