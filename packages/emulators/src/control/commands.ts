import type { FastifyInstance } from 'fastify'
import type { ModelAnswer } from '../assistant/index.ts'
import { toRawMessage, type RawMessage } from '../blobs/raw.ts'
import { profiles, type MailboxProfile } from '../generator/index.ts'
import { renderMessage } from '../generator/write/story-message.ts'
import type { ArmedPush } from '../delivery/deliver.ts'
import type { Armed } from '../faults/faults.ts'
import type { Oddity } from '../faults/oddities.ts'
import type { ActAs, EmulatedMailbox } from '../mailbox.ts'
import type { GoogleCalendarAct, GoogleCalendars } from '../google/index.ts'
import type { CalendarAct as MicrosoftCalendarAct } from '../microsoft/index.ts'
import type { AccountPlan, Emulators } from '../emulators.ts'
import { number, text, type ControlBody } from './body.ts'
import { changeGrant } from './grants.ts'

export function addCommands(app: FastifyInstance, emulators: Emulators): void {
  const post = (path: string, run: (body: ControlBody) => unknown): void => {
    app.post(path, async (request) => (await run((request.body ?? {}) as ControlBody)) ?? { done: true })
  }
  const get = (path: string, run: (query: ControlBody) => unknown): void => {
    app.get(path, async (request) => run(request.query as ControlBody))
  }
  addWorld(emulators, get, post)
  addMail(emulators, get, post)
  addTrouble(emulators, get, post)
}

type Route = (path: string, run: (body: ControlBody) => unknown) => void

function addWorld(emulators: Emulators, get: Route, post: Route): void {
  get('/state', () => getState(emulators))
  post('/reset', (body) =>
    emulators.reset({
      ...(typeof body['seed'] === 'string' && { seed: body['seed'] }),
      ...(body['profile'] !== undefined && { profile: profileIn(body) }),
    }),
  )
  post('/seed', (body) => {
    const plan: AccountPlan = {
      email: text(body, 'email'),
      name: typeof body['name'] === 'string' ? body['name'] : (text(body, 'email').split('@')[0] ?? ''),
      ...(body['profile'] !== undefined && { profile: profileIn(body) }),
      ...(body['story'] === 'home' || body['story'] === 'work' ? { story: body['story'] } : {}),
    }
    const added =
      text(body, 'provider') === 'microsoft' ? emulators.addMicrosoft(plan) : emulators.addGoogle(plan)
    return { email: added.email, messages: added.truth().messages.length }
  })
  get('/clock', () => getClock(emulators))
  post('/clock', async (body) => {
    await emulators.world.clock.advance(number(body, 'advanceMs'))
    return getClock(emulators)
  })
  post('/ticker', (body) => {
    emulators.ticker.setPace(number(body, 'everyMs'))
    return { everyMs: emulators.ticker.paceMs }
  })
}

function addMail(emulators: Emulators, get: Route, post: Route): void {
  const mailbox = (email: string): EmulatedMailbox => getMailbox(emulators, email)
  post('/deliver', (body) => {
    const receivedAt =
      typeof body['receivedAt'] === 'string' ? new Date(body['receivedAt']) : emulators.world.clock.now()
    const into = mailbox(text(body, 'email'))
    const id = into.deliver(messageIn(body, into.email, receivedAt, emulators.world.nextHex(8)), {
      receivedAt,
      ...(typeof body['to'] === 'string' && { to: body['to'] }),
      ...(Array.isArray(body['keywords']) && { keywords: body['keywords'].map(String) }),
    })
    return { id }
  })
  post('/act', (body) => {
    const { email, raw, ...op } = body
    mailbox(String(email)).act({ ...op, ...(typeof raw === 'string' && { raw: toRawMessage(raw) }) } as ActAs)
  })
  post('/odd', (body) => {
    const { email, ...oddity } = body
    mailbox(String(email)).turnOdd(oddity as Oddity)
  })
  post('/microsoft/calendar', (body) => {
    const { email: _, ...op } = body
    const { calendars } = emulators.microsoft.account(text(body, 'email'))
    if (op['kind'] !== 'put') return calendars.act(op as MicrosoftCalendarAct)
    return { id: calendars.put(op['facts'] as Record<string, unknown>, op as { calendar?: string }) }
  })
  get('/microsoft/calendar', (query) => emulators.microsoft.account(text(query, 'email')).calendars.truth())
  get('/truth', (query) => mailbox(text(query, 'email')).truth())
  get('/requests', () => ({
    requests: emulators.world.requests.all(),
    problems: emulators.world.requests.problems(),
  }))
  post('/google/calendar', (body) => {
    const { email: _email, ...op } = body
    return { id: getCalendars(emulators, body).act(op as GoogleCalendarAct) }
  })
  get('/google/calendar', (query) => getCalendars(emulators, query).truth())
  post('/requests/clear', () => emulators.world.requests.clear())
  get('/swallowed', () =>
    emulators.world.post
      .swallowed()
      .map(({ from, recipients, at, raw }) => ({ from, recipients, at, raw: raw.render().toString('utf8') })),
  )
}

function addTrouble(emulators: Emulators, get: Route, post: Route): void {
  get('/faults', () => emulators.world.faults.list())
  post('/faults', (body) => {
    if (typeof body['operation'] !== 'string' || typeof body['fault'] !== 'object')
      throw new Error('A fault needs operation and fault')
    emulators.world.faults.arm(body as unknown as Armed)
    return emulators.world.faults.list()
  })
  post('/faults/clear', () => emulators.world.faults.clear())
  get('/push', () => ({ stats: emulators.world.delivery.stats(), armed: emulators.world.delivery.armed() }))
  post('/push', (body) => {
    if (typeof body['fault'] !== 'object') throw new Error('A push fault needs fault')
    emulators.world.delivery.arm(body as unknown as ArmedPush)
    return emulators.world.delivery.armed()
  })
  post('/push/clear', () => emulators.world.delivery.clear())
  post('/pubsub', (body) => {
    const topic = text(body, 'topic')
    if (!emulators.google.pubSub.topic(topic)) emulators.google.pubSub.createTopic(topic)
    emulators.google.pubSub.subscribe({
      name: text(body, 'subscription'),
      topic,
      endpoint: text(body, 'endpoint'),
    })
  })
  post('/lifecycle', (body) => {
    const event = text(body, 'event')
    if (event !== 'reauthorizationRequired' && event !== 'subscriptionRemoved' && event !== 'missed')
      throw new Error(`No lifecycle event is called ${event}`)
    emulators.microsoft.lifecycle(text(body, 'email'), event)
  })
  post('/forge', (body) => {
    const what = text(body, 'what')
    if (what !== 'unknown-subscription' && what !== 'wrong-client-state' && what !== 'no-client-state')
      throw new Error(`No forgery is called ${what}`)
    emulators.microsoft.forge(text(body, 'email'), what)
  })
  post('/grants', (body) => changeGrant(emulators, body))
  post('/assistant', (body) => {
    const { answers, always } = body
    if (Array.isArray(answers)) emulators.assistant.script(...(answers as Array<Partial<ModelAnswer>>))
    if (typeof always === 'object' && always !== null)
      emulators.assistant.always(always as Partial<ModelAnswer>)
  })
  get('/assistant', () => ({
    prompts: emulators.assistant.prompts(),
    abandoned: emulators.assistant.abandoned(),
  }))
}

function getState(emulators: Emulators): unknown {
  const { world, google, microsoft, assistant, people, ticker } = emulators
  return {
    seed: world.seed,
    clock: getClock(emulators),
    urls: { google: google.urls, microsoft: microsoft.urls, assistant: assistant.urls },
    accounts: people.map(({ provider, name, email }) => ({ provider, name, email })),
    requests: world.requests.all().length,
    problems: world.requests.problems().length,
    faults: world.faults.list(),
    push: world.delivery.stats(),
    mailEveryMs: ticker.paceMs,
  }
}

const getClock = ({ world: { clock } }: Emulators): unknown => ({
  now: clock.now().toISOString(),
  mode: clock.mode,
})

const getCalendars = ({ google }: Emulators, body: ControlBody): GoogleCalendars =>
  google.calendars(text(body, 'email'))

function getMailbox({ world }: Emulators, email: string): EmulatedMailbox {
  const mailbox = world.post
    .mailboxes()
    .find((candidate) => candidate.email.toLowerCase() === email.toLowerCase())
  if (!mailbox) throw new Error(`${email} has no mailbox`)
  return mailbox
}

/** Bytes as they are in `raw`, or a message from `from`, `subject` and `text`. */
function messageIn(body: ControlBody, email: string, date: Date, id: string): RawMessage {
  if (typeof body['raw'] === 'string') return toRawMessage(body['raw'])
  const from = typeof body['from'] === 'string' ? body['from'] : 'somebody@elsewhere.example'
  const message = {
    from: { name: typeof body['name'] === 'string' ? body['name'] : '', email: from },
    to: [{ name: '', email }],
    subject: typeof body['subject'] === 'string' ? body['subject'] : '',
    date,
    id: `${id}@elsewhere.example`,
    text: typeof body['text'] === 'string' ? body['text'] : '',
  }
  return toRawMessage(renderMessage(message))
}

function profileIn(body: ControlBody): MailboxProfile {
  const profile = profiles.find((candidate) => candidate === body['profile'])
  if (!profile) throw new Error(`No profile is called ${String(body['profile'])}`)
  return profile
}
