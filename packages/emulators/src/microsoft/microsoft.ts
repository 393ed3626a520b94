import { startOrigin } from '../http/origin.ts'
import type { EmulatedClient } from '../mailbox.ts'
import type { World } from '../world.ts'
import { below } from './graph/call.ts'
import { calendarRoutes } from './calendar/calendar-routes.ts'
import { contactRoutes } from './contacts/contact-routes.ts'
import { createThrottle, graphLimits, type Limits } from './graph/throttle.ts'
import { addGraphRoutes } from './graph/routes.ts'
import { addUploadRoutes } from './mail/upload-origin.ts'
import { createDirectory, type Account, type AccountOptions } from './identity/accounts.ts'
import { createGrants, type MicrosoftGrants } from './identity/grants.ts'
import { createKeys } from './identity/keys.ts'
import { addIdentityRoutes } from './identity/routes.ts'
import { attach, attachmentRoutes } from './mail/attachment-routes.ts'
import { controlled, type MicrosoftMailbox } from './mail/controlled.ts'
import { draftRoutes } from './mail/draft-routes.ts'
import { folderRoutes } from './mail/folder-routes.ts'
import { createMailbox, usualMailbox, type GraphMailbox, type MailboxOptions } from './mailbox/mailbox.ts'
import { messageRuleRoutes } from './mail/message-rule-routes.ts'
import { messageRoutes } from './mail/message-routes.ts'
import { settingsRoutes } from './mail/settings-routes.ts'
import { createUploadSessions } from './mail/uploads.ts'
import { graphGate } from './schema.ts'
import { createNotifier, type Forgery } from './subscriptions/notify.ts'
import { subscriptionRoutes, type SubscriptionLimits } from './subscriptions/routes.ts'
import { createSubscriptions, type LifecycleEvent, type Subscription } from './subscriptions/subscriptions.ts'

/** URLs of the emulated Microsoft: sign-in, API and uploads have separate origins. */
interface MicrosoftUrls {
  /** `/{tenant}/oauth2/v2.0/authorize` and `…/token` go behind it. */
  login: string
  /** `/v1.0/…` goes behind it. */
  graph: string
  /** Attachments in pieces; a token sent here is refused. */
  uploads: string
}

export interface Microsoft {
  readonly urls: MicrosoftUrls
  addAccount(email: string, options?: Partial<MailboxOptions> & AccountOptions): MicrosoftMailbox
  /** Throws when there is none. */
  account(email: string): MicrosoftMailbox
  accounts(): readonly MicrosoftMailbox[]
  /** Changes to consents and tokens by users, administrators and Microsoft itself. */
  readonly grants: MicrosoftGrants
  /** The living subscriptions of an account. */
  subscriptions(email: string): readonly Subscription[]
  /** Sends a lifecycle notification for each subscription of the account; `subscriptionRemoved` removes them. */
  lifecycle(email: string, event: LifecycleEvent): void
  /** Sends notifications of the account that a webhook must not believe, among the true ones. */
  forge(email: string, forgery: Forgery): void
  /** A tenant that lives in another cloud, whose Graph answers at this host. */
  setForeignTenant(tenant: string, graphHost: string): void
  close(): Promise<void>
}

export interface MicrosoftOptions {
  clients: EmulatedClient[]
  /** Ports that must be known beforehand; free ones otherwise. */
  ports?: { login?: number; graph?: number; uploads?: number }
  limits?: Partial<Limits & SubscriptionLimits>
  /** Makes it a national cloud, whose permissions begin so: `https://graph.microsoft.us/`. */
  nationalGraph?: string
}

export async function startMicrosoft(world: World, options: MicrosoftOptions): Promise<Microsoft> {
  const limits = { ...graphLimits, maxMinutes: 10_080, ...options.limits }
  const { login, graph, uploads } = await startOrigins(world, options.ports ?? {})
  const mailboxes = new Map<Account, GraphMailbox>()
  const doors = new Map<Account, MicrosoftMailbox>()
  const directory = createDirectory(world, options.clients, options.nationalGraph)
  const sessions = createUploadSessions(world, uploads.url, attach)
  const subscriptions = createSubscriptions(world)
  const notifier = createNotifier(world, subscriptions)
  const foreignTenants = new Map<string, string>()
  const throttle = createThrottle(world.clock, limits)

  const valueFor = <Value>(all: ReadonlyMap<Account, Value>, email: string): Value => {
    const account = directory.account(email)
    const value = account && all.get(account)
    if (value === undefined) throw new Error(`${email} has no account`)
    return value
  }
  const lifecycle = (of: readonly Subscription[], event: LifecycleEvent): void => {
    for (const subscription of of) {
      notifier.lifecycle(subscription, event)
      if (event === 'subscriptionRemoved') subscriptions.remove(subscription)
    }
  }

  addIdentityRoutes(login, {
    world,
    directory,
    keys: await createKeys(world),
    graphHost: new URL(graph.url).host,
    foreignTenants,
  })
  addGraphRoutes(graph, {
    world,
    directory,
    throttle,
    getMailbox: (account) => valueFor(mailboxes, account.email),
    base: `${graph.url}/v1.0`,
    routes: [
      ...below('me', [
        ...messageRoutes,
        ...folderRoutes,
        ...draftRoutes,
        ...attachmentRoutes(sessions),
        ...settingsRoutes,
        ...messageRuleRoutes,
        ...contactRoutes,
        ...calendarRoutes,
      ]),
      ...subscriptionRoutes(world, subscriptions, notifier, limits),
    ],
  })
  addUploadRoutes(uploads, world, sessions, throttle)

  return {
    urls: { login: login.url, graph: graph.url, uploads: uploads.url },
    addAccount(email, settings = {}) {
      if (directory.account(email)) throw new Error(`${email} has an account already`)
      const account = directory.add(email, settings)
      const mailbox = createMailbox(world, account, { ...usualMailbox, ...settings })
      const door = controlled(mailbox)
      mailboxes.set(account, mailbox)
      doors.set(account, door)
      notifier.watch(mailbox)
      if (mailbox.options.hasMailbox) world.post.register(door)
      return door
    },
    account: (email) => valueFor(doors, email),
    accounts: () => [...doors.values()],
    // With the consent goes what was agreed to through it [D].
    grants: createGrants(directory, (account, client) =>
      lifecycle(subscriptions.of(account, client), 'subscriptionRemoved'),
    ),
    subscriptions: (email) => subscriptions.of(valueFor(mailboxes, email).account),
    lifecycle: (email, event) => lifecycle(subscriptions.of(valueFor(mailboxes, email).account), event),
    setForeignTenant: (tenant, graphHost) => void foreignTenants.set(tenant, graphHost),
    forge(email, forgery) {
      for (const subscription of subscriptions.of(valueFor(mailboxes, email).account))
        notifier.forge(subscription, forgery)
    },
    async close() {
      await Promise.all([login.close(), graph.close(), uploads.close()])
    },
  }
}

async function startOrigins(world: World, ports: NonNullable<MicrosoftOptions['ports']>) {
  const at = (port: number | undefined) => (port === undefined ? {} : { port })
  const [login, graph, uploads] = await Promise.all([
    startOrigin({ world, ...at(ports.login) }),
    startOrigin({ world, gate: graphGate, ...at(ports.graph) }),
    startOrigin({ world, ...at(ports.uploads) }),
  ])
  return { login, graph, uploads }
}
