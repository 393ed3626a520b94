import type { EmailListItem } from '@plmail/wire'
import { createDeedShelf } from '../disk/deeds.ts'
import { isQuiet, readNotifySettings, writeNotifySettings, type NotifySettings } from '../disk/notifying.ts'
import { notify as german } from '../words/de/notify.ts'
import { notify as english } from '../words/en/notify.ts'
import { callMethods } from './jmap.ts'
import { newMail, type News } from './new-mail.ts'
import { scope, type NotificationEvent } from './scope.ts'

/** What a notification remembers of the mail it tells of. */
interface Told {
  readonly accountId: string
  readonly threadId: string
  readonly emailIds: readonly string[]
  readonly inboxId: string
  readonly archiveId: string | undefined
}

/** A push says that something came, never what: that is asked for here (RFC 8620 §7.2). */
export async function pushed(data: { json(): unknown } | null): Promise<void> {
  const message = (data?.json() ?? {}) as Record<string, unknown>
  if (message['@type'] === 'PushVerification') return verify(message)
  const settings = await readNotifySettings()
  if (!settings) return
  await tell(settings, Object.keys((message['changed'] ?? {}) as object))
}

async function verify({ pushSubscriptionId, verificationCode }: Record<string, unknown>): Promise<void> {
  await callMethods([
    ['PushSubscription/set', { update: { [String(pushSubscriptionId)]: { verificationCode } } }],
  ])
}

async function tell(settings: NotifySettings, accountIds: readonly string[]): Promise<void> {
  const states = { ...settings.states }
  const isHushed = isQuiet(settings.quiet, clockTime(new Date()))
  try {
    for (const accountId of accountIds) {
      const since = states[accountId]
      if (since === undefined) states[accountId] = await stateOf(accountId)
      if (since === undefined) continue
      const { state, news } = await newMail(accountId, since, settings.who)
      states[accountId] = state
      if (!isHushed) await Promise.all(news.map((one) => show(settings, one)))
    }
    await writeNotifySettings({ ...settings, states })
    await hideRead()
  } catch {
    // Signed out or cut off: better a word without content than none.
    if (!isHushed)
      await scope.registration.showNotification(wordsOf(settings).newMail, { ...looks, tag: 'new-mail' })
  }
}

async function stateOf(accountId: string): Promise<string> {
  const [answer] = await callMethods([['Email/get', { accountId, ids: [] }]])
  return String(answer?.['state'])
}

const looks = { icon: '/icon-192.png', badge: '/badge-96.png' }
const wordsOf = ({ language }: NotifySettings) => (language === 'de' ? german : english)

/** One for a conversation: a later message takes the place of the earlier. */
async function show(settings: NotifySettings, { emails, ...news }: News): Promise<void> {
  const words = wordsOf(settings)
  const newest = emails.at(-1)
  if (!newest) return
  const tag = `${news.accountId}/${news.threadId}`
  const earlier = await scope.registration.getNotifications({ tag })
  const before = earlier.flatMap(({ data }) => (data as Told).emailIds)
  const data: Told = { ...news, emailIds: [...before, ...emails.map(({ id }) => id)] }
  const actions = [
    ...(news.archiveId === undefined ? [] : [{ action: 'archive', title: words.archive }]),
    { action: 'read', title: words.read },
  ]
  await scope.registration.showNotification(senderOf(newest) ?? words.newMail, {
    ...looks,
    tag,
    data,
    lang: settings.language,
    body: [newest.subject ?? words.noSubject, newest.preview].filter((line) => line !== '').join('\n'),
    // What lib.dom leaves out of the options: the standard has them (Notifications API §2.1).
    ...({ actions, renotify: true, timestamp: Date.parse(newest.receivedAt) } as object),
  })
}

function senderOf({ from }: EmailListItem): string | undefined {
  const [first] = from ?? []
  return first?.name?.trim() || first?.email
}

/** What was read or put away elsewhere needs no telling any more. */
async function hideRead(): Promise<void> {
  const shown = (await scope.registration.getNotifications()).filter(({ data }) => data !== null)
  for (const notification of shown) {
    const { accountId, emailIds, inboxId } = notification.data as Told
    const [answer] = await callMethods([
      ['Email/get', { accountId, ids: emailIds, properties: ['keywords', 'mailboxIds'] }],
    ])
    const emails = answer?.['list'] as Pick<EmailListItem, 'keywords' | 'mailboxIds'>[]
    if (emails.every(({ keywords, mailboxIds }) => keywords['$seen'] || !mailboxIds[inboxId]))
      notification.close()
  }
}

export async function clicked({ action, notification }: NotificationEvent): Promise<void> {
  notification.close()
  const told = notification.data as Told | null
  if (told && action !== '') return act(told, action)
  const path = told ? `/mail/inbox/${told.accountId}/${told.threadId}` : '/mail/inbox'
  const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return void (await scope.clients.openWindow(path))
  open.postMessage({ kind: 'open', path })
  await open.focus()
}

/** Done at once; without a network it waits in the outbox, where the next window that opens finds it. */
async function act({ accountId, emailIds, inboxId, archiveId }: Told, action: string): Promise<void> {
  const isArchive = action === 'archive' && archiveId !== undefined
  const change = isArchive ? moved(inboxId, archiveId) : { 'keywords/$seen': true as const }
  const back = isArchive ? moved(archiveId, inboxId) : { 'keywords/$seen': null }
  const verb = isArchive ? 'archive' : 'mark-read'
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-')
  try {
    const update = Object.fromEntries(emailIds.map((emailId) => [emailId, change]))
    await callMethods([['Email/set', { accountId, verb, operation: id, update }]])
  } catch {
    const settings = await readNotifySettings()
    if (!settings) return
    const shelf = createDeedShelf(settings.userId, new Promise(() => undefined))
    const all = <T>(what: T) => emailIds.map((emailId) => [emailId, what] as const)
    await shelf.add({ id, accountId, verb, changes: all(change), back: all(back) })
  }
}

const moved = (from: string, to: string) => ({
  [`mailboxIds/${from}`]: null,
  [`mailboxIds/${to}`]: true as const,
})

function clockTime(at: Date): string {
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}
