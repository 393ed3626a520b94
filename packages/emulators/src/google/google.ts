import { createHash } from 'node:crypto'
import type { PlannedCalendar } from '../generator/index.ts'
import type { EmulatedClient } from '../mailbox.ts'
import type { World } from '../world.ts'
import {
  actOn,
  type CalendarAccount,
  type GoogleCalendarAct,
  type GoogleCalendarTruth,
  type Channels,
  createCalendarAccount,
  createChannels,
  fillCalendars,
  startCalendar,
  takeInvitation,
  readTruth,
} from './calendar/index.ts'
import {
  createGmailMailbox,
  createWatches,
  type GmailMailbox,
  type GmailMailboxOptions,
  type MailboxWatches,
  startGmail,
} from './gmail/index.ts'
import { createIdentity, type GoogleIdentity } from './identity/index.ts'
import { createPubSub, type PubSub } from './pubsub/index.ts'

/** URLs of the emulated Google: sign-in, API and uploads have separate origins. */
interface GoogleUrls {
  authorize: string
  token: string
  revoke: string
  userinfo: string
  jwks: string
  issuer: string
  /** `/gmail/v1/…` goes behind it. */
  gmail: string
  /** The whole address. */
  gmailBatch: string
  /** `/upload/gmail/v1/…` goes behind it. */
  gmailUpload: string
  /** The whole base: `/calendars/…` goes behind it. */
  calendar: string
}

/** The calendars of one account: what the API is asked by, what others do, and what there is. */
export interface GoogleCalendars {
  readonly account: CalendarAccount
  /** Answers the id of the event that came of it, where one did. */
  act(op: GoogleCalendarAct): string | undefined
  truth(): GoogleCalendarTruth
  /** Makes these calendars, around the present day. */
  fill(planned: readonly PlannedCalendar[]): void
}

export interface GoogleAccountOptions extends GmailMailboxOptions {
  /** Default: what stands before the @. */
  name?: string
  /** A Workspace domain; absent for a consumer. */
  hostedDomain?: string
  /** To the Calendar API; default: Google's 600. */
  calendarRequestsPerMinute?: number
}

export interface Google {
  readonly urls: GoogleUrls
  addAccount(email: string, options?: GoogleAccountOptions): GmailMailbox
  /** Throws when there is none. */
  account(email: string): GmailMailbox
  accounts(): readonly GmailMailbox[]
  /** Every account has calendars: its own one at first. Throws when there is no such account. */
  calendars(email: string): GoogleCalendars
  /** Who listens for changes of calendars. */
  readonly channels: Channels
  /** Changes to consents by a user or Google itself: revoke, untick, password change, expiry. */
  readonly grants: GoogleIdentity['grants']
  /** An app in testing: its refresh tokens live for seven virtual days. */
  setTesting(client: string, testing: boolean): void
  /** Nobody gets past the consent page, as an organisation's policy would have it. */
  readonly setWall: GoogleIdentity['setWall']
  /** Topics and push subscriptions, as the console would hold them. */
  readonly pubSub: PubSub
  readonly watches: MailboxWatches
  /** A token as Pub/Sub would send it along; claims may be changed to what Google would never say. */
  readonly signPush: GoogleIdentity['signer']['pushToken']
  /** Signs with a new key from now on. */
  rotateKeys(): Promise<void>
  close(): Promise<void>
}

export interface GoogleOptions {
  clients: EmulatedClient[]
  /** Ports that must be known beforehand; free ones otherwise. */
  ports?: { login?: number; api?: number; upload?: number; calendar?: number }
}

export async function startGoogle(world: World, { clients, ports = {} }: GoogleOptions): Promise<Google> {
  const mailboxes = new Map<string, GmailMailbox>()
  const calendars = new Map<string, CalendarAccount>()
  const identity = await createIdentity(world, clients, ports.login)
  const pubSub = createPubSub(world, (to) => identity.signer.pushToken(to))
  const watches = createWatches(world.clock, pubSub)
  const mailbox = (email: string): GmailMailbox | undefined => mailboxes.get(email.toLowerCase())
  const door = { world, grants: identity.grants, clients, mailbox, watches }
  const { api, upload } = await startGmail(door, ports)
  const channels = createChannels(world)
  const getCalendars = (email: string): CalendarAccount | undefined => calendars.get(email.toLowerCase())
  const calendarDoor = { world, grants: identity.grants, account: getCalendars, channels }
  const calendar = await startCalendar(calendarDoor, ports.calendar)
  // With the consent goes what was agreed to through it [K].
  identity.grants.onRevoked((email, client) => {
    watches.stop(email, clients.find((candidate) => candidate.id === client)?.project)
  })
  return {
    urls: {
      ...identity.urls,
      gmail: api.url,
      gmailBatch: `${api.url}/batch/gmail/v1`,
      gmailUpload: upload.url,
      calendar: `${calendar.url}/calendar/v3`,
    },
    addAccount(email, options = {}) {
      const {
        name = email.split('@')[0] ?? email,
        hostedDomain,
        calendarRequestsPerMinute,
        ...rest
      } = options
      if (mailbox(email)) throw new Error(`${email} has an account already`)
      identity.people.set(email, { email, sub: getSub(world.seed, email), name, hostedDomain })
      const calendarAccount = createCalendarAccount(world, { email, name }, calendarRequestsPerMinute)
      const added = createGmailMailbox(
        world,
        { email, name },
        { ...rest, takeInvitation: (meeting) => takeInvitation(calendarAccount, meeting) },
      )
      mailboxes.set(email.toLowerCase(), added)
      calendars.set(email.toLowerCase(), calendarAccount)
      channels.observe(calendarAccount)
      watches.observe(added)
      world.post.register(added)
      return added
    },
    account(email) {
      const gmail = mailbox(email)
      if (!gmail) throw new Error(`${email} has no account`)
      return gmail
    },
    accounts: () => [...mailboxes.values()],
    calendars(email) {
      const account = getCalendars(email)
      if (!account) throw new Error(`${email} has no account`)
      return {
        account,
        act: (op) => actOn(account, op),
        truth: () => readTruth(account),
        fill: (planned) => fillCalendars(account, planned, world.clock.now()),
      }
    },
    channels,
    grants: identity.grants,
    setTesting: identity.setTesting,
    setWall: identity.setWall,
    pubSub,
    watches,
    signPush: identity.signer.pushToken,
    rotateKeys: identity.signer.rotateKeys,
    async close() {
      await Promise.all([identity.close(), api.close(), upload.close(), calendar.close()])
    },
  }
}

/** 21 digits: too many for a number. */
function getSub(seed: string, email: string): string {
  const hash = createHash('sha256').update(`${seed} ${email}`).digest('hex')
  return `1${BigInt(`0x${hash}`).toString().slice(0, 20)}`
}
