import type { SessionInfo } from '@plmail/wire'
import type { Notifying, NotifyProblem } from '../commands/index.ts'
import {
  dropNotifySettings,
  readNotifySettings,
  writeNotifySettings,
  type NotifySettings,
} from '../disk/index.ts'
import { createBatch, type Jmap } from '../net/index.ts'
import { createTopic, type Records } from '../records/index.ts'
import { languageOf } from '../words/index.ts'

interface NotifyingParts {
  session: SessionInfo
  jmap: Jmap
  records: Records
}

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

const unset = { who: 'all', quiet: null } as const

/**
 * Subscribes this device to push (RFC 8620 §7.2): what is pushed says only that something came, and the service worker
 * asks what. The subscription goes with the session that made it.
 */
export function createNotifying({ session, jmap, records }: NotifyingParts): Notifying {
  const topic = createTopic()
  let settings: NotifySettings | undefined
  let problem: NotifyProblem | undefined = isSupported() ? undefined : 'unsupported'

  function set(next: NotifySettings | undefined, trouble?: NotifyProblem): void {
    settings = next
    problem = trouble
    topic.touch()
  }

  async function begin(): Promise<void> {
    if (!isSupported()) return
    const found = await readNotifySettings()
    if (found?.userId !== session.user.id) return
    set(found)
    // A new session, or a week without one: the device is subscribed anew.
    if (!(await renew(jmap, found.subscriptionId))) await subscribe(found)
  }

  async function subscribe(choice: Pick<NotifySettings, 'who' | 'quiet'>): Promise<void> {
    const subscription = await subscribed(jmap)
    const subscriptionId = subscription && (await announce(jmap, subscription))
    if (subscriptionId === undefined) return set(undefined, 'refused')
    const { id: userId, locale } = session.user
    const language = languageOf(locale)
    const states = await statesOf(jmap, records.accounts.ids())
    const next = { userId, language, subscriptionId, states, who: choice.who, quiet: choice.quiet }
    await writeNotifySettings(next)
    set(next)
  }

  void begin()
  hideWhatIsRead(records)

  return {
    get isOn() {
      topic.watch()
      return settings !== undefined
    },
    get who() {
      topic.watch()
      return settings?.who ?? unset.who
    },
    get quiet() {
      topic.watch()
      return settings?.quiet ?? unset.quiet
    },
    get problem() {
      topic.watch()
      return problem
    },
    async switchOn() {
      if (!isSupported()) return set(undefined, 'unsupported')
      if ((await Notification.requestPermission()) !== 'granted') return set(undefined, 'blocked')
      await subscribe(unset)
    },
    async switchOff() {
      const { subscriptionId } = settings ?? {}
      set(undefined)
      await dropNotifySettings()
      const registration = await navigator.serviceWorker.ready
      await (await registration.pushManager.getSubscription())?.unsubscribe()
      if (subscriptionId === undefined) return
      const batch = createBatch()
      batch.add('PushSubscription/set', { destroy: [subscriptionId] })
      await jmap.send(batch)
    },
    async choose(choice) {
      // The service worker moves the states on.
      const current = await readNotifySettings()
      if (!current) return
      const next = { ...current, ...choice }
      await writeNotifySettings(next)
      set(next)
    },
  }
}

async function renew(jmap: Jmap, id: string): Promise<boolean> {
  const batch = createBatch()
  const call = batch.add('PushSubscription/set', { update: { [id]: { expires: null } } })
  const answers = await jmap.send(batch)
  if (!answers) return true
  const answer = answers.of(call)
  return answer.ok && answer.value.updated?.[id] !== undefined
}

/** The browser's half: an address at its push service, for messages that this server signs (RFC 8292). */
async function subscribed(jmap: Jmap): Promise<PushSubscription | undefined> {
  const session = await jmap.download('/jmap/session')
  if (!session) return undefined
  const { capabilities } = JSON.parse(await session.text()) as {
    capabilities: Record<string, { applicationServerKey?: string }>
  }
  const applicationServerKey = capabilities['urn:ietf:params:jmap:webpush-vapid']?.applicationServerKey
  if (applicationServerKey === undefined) return undefined
  const { pushManager } = await navigator.serviceWorker.ready
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  } catch {
    // The push service cannot be reached or will not have us; what it says is not for people.
    return undefined
  }
}

async function announce(jmap: Jmap, subscription: PushSubscription): Promise<string | undefined> {
  const { endpoint, keys = {} } = subscription.toJSON()
  const batch = createBatch()
  const call = batch.add('PushSubscription/set', {
    create: {
      device: {
        deviceClientId: endpoint ?? '',
        url: endpoint ?? '',
        keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
        types: ['EmailDelivery'],
      },
    },
  })
  const answer = (await jmap.send(batch))?.of(call)
  return answer?.ok ? answer.value.created?.['device']?.id : undefined
}

async function statesOf(jmap: Jmap, accountIds: readonly string[]): Promise<Record<string, string>> {
  const batch = createBatch()
  const calls = accountIds.map((accountId) => batch.add('Email/get', { accountId, ids: [] }))
  const answers = await jmap.send(batch)
  const states = calls.flatMap((call) => {
    const answer = answers?.of(call)
    return answer?.ok ? [[answer.value.accountId, answer.value.state] as const] : []
  })
  return Object.fromEntries(states)
}

/** A notification goes when its mail is read or put away, here or wherever this client hears of it. */
function hideWhatIsRead({ store }: Records): void {
  if (!isSupported()) return
  let isLooking = false
  async function look(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration()
    for (const notification of (await registration?.getNotifications()) ?? []) {
      const told = notification.data as { accountId: string; emailIds: string[]; inboxId: string } | null
      const emails = told?.emailIds.map((id) => store.email(told.accountId, id)) ?? []
      const isDone = emails.every(
        (email) => email && (email.keywords['$seen'] || !email.mailboxIds[told?.inboxId ?? '']),
      )
      if (told && isDone) notification.close()
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
  store.onTold({ threads: lookSoon, mailboxes: nothing, outdated: nothing, forgotten: nothing })
}
