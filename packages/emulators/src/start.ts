import { startAssistant } from './assistant/index.ts'
import { realClock, type VirtualClock } from './clock/clock.ts'
import { startControl } from './control/control.ts'
import { startTicker } from './control/ticker.ts'
import {
  fill,
  homeCalendars,
  mailbox,
  ownMeeting,
  workCalendars,
  type Meeting,
  type StoryPerson,
  type MailboxProfile,
} from './generator/index.ts'
import { startGoogle, type GoogleOptions } from './google/index.ts'
import type { EmulatedMailbox, EmulatedClient } from './mailbox.ts'
import { startMicrosoft, type MicrosoftOptions } from './microsoft/index.ts'
import type { AccountPlan, Emulators, Provider } from './emulators.ts'
import { createWorld } from './world.ts'

export interface EmulatorsOptions {
  /** Every choice follows from it. */
  seed: string
  /** Default: the machine's. */
  clock?: VirtualClock
  /** Makes the two accounts of the demo and fills them; absent: no accounts. */
  profile?: MailboxProfile
  /** Gmail quota units per minute of the two accounts; default: Google's. */
  unitsPerMinute?: number
  /** Registered at both providers. */
  clients: EmulatedClient[]
  google?: Omit<GoogleOptions, 'clients'>
  microsoft?: Omit<MicrosoftOptions, 'clients'>
  /** Port of the model server; default: a free one. */
  assistantPort?: number
  /** Port of the control API; default: a free one. */
  controlPort?: number
  /** About how long between two mails that trickle in; default 0, none. */
  mailEveryMs?: number
}

/** Who the demo is about: at home with Google, at the studio with Microsoft. */
export const demoAccounts = {
  google: { name: 'Nora Lindqvist', email: 'nora.lindqvist@gmail.example' },
  microsoft: { name: 'Nora Lindqvist', email: 'nora@larkfield.example' },
} as const

/** The model of the demo. Its key opens nothing else. */
const demoModel = { key: 'sk-plmail-demo', model: 'plmail-demo' }

export async function startEmulators(options: EmulatorsOptions): Promise<Emulators> {
  const { clock = realClock(), clients } = options
  let running = await start(options.seed, options.google, options.microsoft, options.assistantPort)
  let people: Array<StoryPerson & { provider: Provider }> = []

  async function start(
    seed: string,
    google: EmulatorsOptions['google'],
    microsoft: EmulatorsOptions['microsoft'],
    assistantPort: number | undefined,
  ) {
    const world = createWorld(seed, clock)
    const started = {
      world,
      google: await startGoogle(world, { ...google, clients }),
      microsoft: await startMicrosoft(world, { ...microsoft, clients }),
      assistant: await startAssistant(world, {
        ...demoModel,
        ...(assistantPort !== undefined && { port: assistantPort }),
      }),
    }
    return { ...started, ticker: startTicker(world, () => people) }
  }

  function populate(profile: MailboxProfile): void {
    const { unitsPerMinute } = options
    emulators.addGoogle(
      { ...demoAccounts.google, profile },
      { name: demoAccounts.google.name, ...(unitsPerMinute !== undefined && { unitsPerMinute }) },
    )
    emulators.addMicrosoft(
      { ...demoAccounts.microsoft, profile },
      { displayName: demoAccounts.microsoft.name, language: 'en' },
    )
  }

  function put(
    into: EmulatedMailbox,
    provider: Provider,
    { name, email, profile, story }: AccountPlan,
  ): void {
    people.push({ name, email, provider })
    if (profile === undefined) return
    const { seed } = running.world
    const about = story ?? (provider === 'google' ? 'home' : 'work')
    fill(into, mailbox(profile, { seed, owner: { name, email }, until: clock.now(), story: about }))
  }

  async function stop(): Promise<void> {
    running.ticker.stop()
    running.world.delivery.clear()
    await Promise.all([running.google.close(), running.microsoft.close(), running.assistant.close()])
  }

  const emulators: Emulators = {
    get world() {
      return running.world
    },
    get google() {
      return running.google
    },
    get microsoft() {
      return running.microsoft
    },
    get assistant() {
      return running.assistant
    },
    get ticker() {
      return running.ticker
    },
    get people() {
      return people
    },
    get controlUrl() {
      return control.url
    },
    addGoogle(plan, more = {}) {
      const added = running.google.addAccount(plan.email, { name: plan.name, ...more })
      if (plan.profile === 'demo') running.google.calendars(plan.email).fill(homeCalendars)
      put(added, 'google', plan)
      return added
    },
    addMicrosoft(plan, more = {}) {
      const added = running.microsoft.addAccount(plan.email, { displayName: plan.name, ...more })
      if (plan.profile === 'demo') {
        added.calendars.fill(workCalendars)
        added.calendars.put(graphEvent(ownMeeting({ owner: plan, until: clock.now() })))
      }
      put(added, 'microsoft', plan)
      return added
    },
    async reset({ seed = running.world.seed, profile } = {}) {
      const { paceMs } = running.ticker
      const ports = getPorts(running)
      await stop()
      people = []
      running = await start(
        seed,
        { ...options.google, ports: ports.google },
        { ...options.microsoft, ports: ports.microsoft },
        ports.assistant,
      )
      if (profile) populate(profile)
      running.ticker.setPace(paceMs)
    },
    async close() {
      await Promise.all([stop(), control.close()])
    },
  }
  const control = await startControl(emulators, options.controlPort)
  if (options.profile) populate(options.profile)
  running.ticker.setPace(options.mailEveryMs ?? 0)
  return emulators
}

/** A meeting as its organizer's calendar has it, unanswered as yet. */
function graphEvent({ uid, title, where, begins, minutes, organiser, guests }: Meeting) {
  const at = (date: Date) => ({ dateTime: `${date.toISOString().slice(0, 19)}.0000000`, timeZone: 'UTC' })
  const emailAddress = ({ name, email }: StoryPerson) => ({ name, address: email })
  const place = { displayName: where, locationType: 'default', uniqueId: where, uniqueIdType: 'private' }
  return {
    subject: title,
    iCalUId: uid,
    body: { contentType: 'text', content: '' },
    start: at(begins),
    end: at(new Date(begins.getTime() + minutes * 60_000)),
    location: place,
    locations: [place],
    showAs: 'busy',
    organizer: { emailAddress: emailAddress(organiser) },
    attendees: guests
      .filter(({ email }) => email !== organiser.email)
      .map((guest) => ({
        emailAddress: emailAddress(guest),
        type: 'required',
        status: { response: 'none', time: '0001-01-01T00:00:00Z' },
      })),
  }
}

function getPorts({ google, microsoft, assistant }: Pick<Emulators, 'google' | 'microsoft' | 'assistant'>) {
  const port = (url: string): number => Number(new URL(url).port)
  const { token, gmail, gmailUpload, calendar } = google.urls
  const { login, graph, uploads } = microsoft.urls
  return {
    google: { login: port(token), api: port(gmail), upload: port(gmailUpload), calendar: port(calendar) },
    microsoft: { login: port(login), graph: port(graph), uploads: port(uploads) },
    assistant: port(assistant.urls.openai),
  }
}
