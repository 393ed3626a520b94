import type { ReminderView } from '@plmail/wire'
import { notifications } from '@plmail/words/every-language/notifications'
import { changeNotifySettings, isQuiet, readNotifySettings, type NotifySettings } from '../disk/notifying.ts'
import type { NotificationData, ToldMail } from './notification-clicks.ts'
import { callMethods } from './jmap.ts'
import { newMail, type NewMail } from './new-mail.ts'
import { reminderTime } from './reminder-time.ts'
import { reminderNews } from './reminder-news.ts'
import { scope } from './scope.ts'
import { ownWindows } from './windows.ts'

/** More conversations at once are one notification. */
const maxAtOnce = 4
const looks = { icon: '/icon-192.png', badge: '/badge-96.png' }
const wordsOf = ({ language }: Pick<NotifySettings, 'language'>) => notifications[language]

let running: Promise<unknown> = Promise.resolve()

/**
 * A push says that something came, never what: that is asked for here (RFC 8620 §7.2). One after the other: two at once
 * would both tell of the same.
 */
export function pushed(data: { json(): unknown } | null): Promise<unknown> {
  const message = (data?.json() ?? {}) as Record<string, unknown>
  const handled = running.then(() => handle(message))
  running = handled.catch(() => undefined)
  return handled
}

async function handle(message: Record<string, unknown>): Promise<void> {
  if (message['@type'] === 'PushVerification') return verify(message)
  const settings = await readNotifySettings()
  if (!settings) return
  if (message['@type'] === 'PushTest') return showTest(settings)
  await tell(settings, (message['changed'] ?? {}) as Record<string, Record<string, string>>)
}

async function verify({ pushSubscriptionId, verificationCode }: Record<string, unknown>): Promise<void> {
  await callMethods([
    ['PushSubscription/set', { update: { [String(pushSubscriptionId)]: { verificationCode } } }],
  ])
}

/** Shown whatever is in front, and the window that asked hears that it came. */
async function showTest(settings: NotifySettings): Promise<void> {
  const { title, text } = wordsOf(settings).test
  await show(settings, title, {
    tag: 'test',
    body: text,
    data: { kind: 'page', path: '/settings/notifications' },
  })
  for (const window of await ownWindows()) window.postMessage({ kind: 'push-arrived' })
}

async function tell(
  settings: NotifySettings,
  changed: Readonly<Record<string, Record<string, string>>>,
): Promise<void> {
  const isHushed = isQuiet(settings.quiet, clockTime(new Date())) || (await isInFront())
  try {
    for (const [accountId, types] of Object.entries(changed)) {
      if ('EmailDelivery' in types) await tellMail(settings, accountId, isHushed)
      if ('Reminder' in types) await tellReminders(settings, accountId, isHushed)
    }
  } catch {
    // Signed out or cut off: better a word without content than none.
    if (!isHushed) await show(settings, wordsOf(settings).something, { tag: 'mail', data: inboxPage })
  }
}

const inboxPage: NotificationData = { kind: 'page', path: '/mail/inbox' }

/** Nobody is notified while a window of plMail is in front of them. */
async function isInFront(): Promise<boolean> {
  return (await ownWindows()).some(({ focused, visibilityState }) => focused && visibilityState === 'visible')
}

async function tellMail(settings: NotifySettings, accountId: string, isHushed: boolean): Promise<void> {
  const key = `Email ${accountId}`
  const who = settings.about[accountId] ?? 'all'
  const { state, news, unread } = await newMail(accountId, settings.states[key], who, Date.now())
  const next = await changeNotifySettings(({ states, unread: before }) => ({
    states: { ...states, [key]: state },
    unread: { ...before, [accountId]: unread },
  }))
  await setBadge(next)
  await hideRead()
  if (isHushed || news.length === 0) return
  const words = wordsOf(settings)
  if (!settings.showsContent || news.length > maxAtOnce) {
    const count = news.reduce((sum, { emails }) => sum + emails.length, 0)
    return show(settings, words.newMail({ count }), { tag: 'mail', data: inboxPage })
  }
  for (const mail of news) await showMail(settings, mail)
}

/** On the icon of the installed app; browsers without one have nothing to write it on. */
async function setBadge(settings: NotifySettings | undefined): Promise<void> {
  const unread = Object.values(settings?.unread ?? {}).reduce((sum, count) => sum + count, 0)
  const icon = navigator as Partial<Pick<Navigator, 'setAppBadge'>>
  await icon.setAppBadge?.call(navigator, unread)
}

/** One for a conversation: a later message takes the place of the earlier. */
async function showMail(settings: NotifySettings, { emails, ...news }: NewMail): Promise<void> {
  const words = wordsOf(settings)
  const newest = emails.at(-1)
  if (!newest) return
  const tag = `${news.accountId}/${news.threadId}`
  const earlier = await scope.registration.getNotifications({ tag })
  const before = earlier.flatMap(({ data }) => (data as ToldMail).emailIds)
  const data: NotificationData = {
    kind: 'mail',
    ...news,
    emailIds: [...before, ...emails.map(({ id }) => id)],
  }
  const [sender] = newest.from ?? []
  const title = sender?.name?.trim() || sender?.email || words.newMail({ count: 1 })
  await show(settings, title, {
    tag,
    data,
    timestamp: Date.parse(newest.receivedAt),
    body: [newest.subject ?? words.noSubject, newest.preview].filter((line) => line !== '').join('\n'),
    actions: [
      ...(news.archiveId === undefined ? [] : [{ action: 'archive', title: words.archive }]),
      { action: 'read', title: words.read },
    ],
  })
}

/** Closes notifications about mail that was read or put away elsewhere. */
async function hideRead(): Promise<void> {
  for (const notification of await scope.registration.getNotifications()) {
    const data = notification.data as NotificationData | null
    if (data?.kind !== 'mail') continue
    const { accountId, emailIds, inboxId } = data
    const [answer] = await callMethods([
      ['Email/get', { accountId, ids: emailIds, properties: ['keywords', 'mailboxIds'] }],
    ])
    const emails = (answer?.['list'] ?? []) as Pick<NewMail['emails'][number], 'keywords' | 'mailboxIds'>[]
    if (emails.every(({ keywords, mailboxIds }) => keywords['$seen'] || !mailboxIds[inboxId]))
      notification.close()
  }
}

async function tellReminders(settings: NotifySettings, accountId: string, isHushed: boolean): Promise<void> {
  const key = `Reminder ${accountId}`
  const { state, ringing, silenced } = await reminderNews(accountId, settings.states[key])
  await changeNotifySettings(({ states }) => ({ states: { ...states, [key]: state } }))
  for (const id of silenced)
    for (const notification of await scope.registration.getNotifications({ tag: tagOf(accountId, id) }))
      notification.close()
  if (isHushed || !settings.hasReminders) return
  for (const reminder of ringing) await showReminder(settings, accountId, reminder)
}

const tagOf = (accountId: string, id: string): string => `reminder/${accountId}/${id}`

function showReminder(settings: NotifySettings, accountId: string, reminder: ReminderView): Promise<void> {
  const words = wordsOf(settings)
  const start = new Date(reminder.start)
  const { day, when } = reminderTime(reminder, settings, words)
  const data: NotificationData = {
    kind: 'reminder',
    accountId,
    id: reminder.id,
    path: `/calendar/day/${day}`,
  }
  const title = settings.showsContent ? reminder.title || words.noTitle : words.reminder
  return show(settings, title, {
    tag: tagOf(accountId, reminder.id),
    data,
    requireInteraction: true,
    timestamp: start.getTime(),
    body: [when, settings.showsContent ? reminder.place : ''].filter((line) => line !== '').join('\n'),
    actions: [
      { action: 'snooze', title: words.snooze },
      { action: 'done', title: words.done },
    ],
  })
}

/** The options that lib.dom leaves out and the standard has (Notifications API §2.1). */
interface ShownOptions extends NotificationOptions {
  tag: string
  data: NotificationData
  actions?: readonly { action: string; title: string }[]
  timestamp?: number
}

async function show(settings: NotifySettings, title: string, options: ShownOptions): Promise<void> {
  const all = { ...looks, lang: settings.language, renotify: true, ...options }
  await scope.registration.showNotification(title, all)
}

const two = (part: number): string => String(part).padStart(2, '0')
const clockTime = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`
