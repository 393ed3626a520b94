import type { CalendarSourceId, ProblemDetail, UserId } from '@plmail/wire'
import type { FieldProblem } from '../field-problem.ts'
import type { AccountsOptions } from '../options.ts'
import { parseUrl } from '../../kit/parse-url.ts'
import type { CalDavForm, Connected, FeedForm } from './types.ts'
import { openSealed } from './open-sealed.ts'
import { sourceProblem } from './source-problem.ts'
import { getHost, sourcesOfUser } from './list-sources.ts'

/** More than anybody has; each is looked at every quarter of an hour. */
const maxSources = 50
const maxNameLength = 200

/** Checks, signs in, saves. Nothing is saved that was not proven to work. */
export async function connectCalDav(
  options: AccountsOptions,
  userId: UserId,
  form: CalDavForm,
): Promise<Connected> {
  const problems = [...addressProblems(form.address), ...signInProblems(form)]
  if (problems.length > 0) return { ok: false, problems }
  const probed = await options.calendarProbes.caldav(form, userId)
  if (!probed.ok) return refuseConnection('caldav', probed, form.address)
  const otherSources = (await sourcesOfUser(options, userId, undefined)).filter(
    ({ kind }) => kind === 'caldav',
  )
  const isThere = otherSources.some(
    (source) => source.address === probed.address && source.username === form.username,
  )
  if (isThere) return { ok: false, problems: [at({ problem: 'calendar-source/connected-already' })] }
  return insert(options, userId, {
    kind: 'caldav',
    name: nameOr(form.name, getHost(probed.address)),
    address: probed.address,
    username: form.username,
    secret: options.cipher.seal(form.password),
  })
}

/** Changes a CalDAV source and signs in with the result. Fields left out stay; an empty password counts as left out. */
export async function editCalDav(
  options: AccountsOptions,
  userId: UserId,
  id: CalendarSourceId,
  form: Partial<CalDavForm>,
): Promise<Connected | undefined> {
  const { database, cipher, clock } = options
  const [row] = await database.query<{ name: string; address: string; username: string; secret: string }>(
    `select name, address, username, secret from calendar_source where user_id = $1 and id = $2 and kind = 'caldav'
       and name is not null and address is not null and username is not null and secret is not null`,
    [userId, id],
  )
  if (!row) return undefined
  const isElsewhere = form.address !== undefined && getServer(form.address) !== getServer(row.address)
  // What was given for one server is not shown to another.
  const storedPassword = isElsewhere ? '' : (openSealed(cipher, row.secret, 'secret') ?? '')
  const password = form.password || storedPassword
  const signIn = { address: form.address ?? row.address, username: form.username ?? row.username, password }
  const problems = [...addressProblems(signIn.address), ...signInProblems(signIn)]
  if (problems.length > 0) return { ok: false, problems }
  const probe = await options.calendarProbes.caldav(signIn, userId)
  if (!probe.ok) return refuseConnection('caldav', probe, signIn.address)
  await database.query(
    `update calendar_source set name = $3, address = $4, username = $5, secret = $6, condition = 'ok', said = null,
       condition_since = $7 where user_id = $1 and id = $2`,
    [
      userId,
      id,
      nameOr(form.name, row.name),
      probe.address,
      signIn.username,
      cipher.seal(password),
      clock.now(),
    ],
  )
  return saved(options, userId, id)
}

/** One look at it first: a failure leaves nothing. */
export async function subscribe(
  options: AccountsOptions,
  userId: UserId,
  form: FeedForm,
): Promise<Connected> {
  const problems = addressProblems(form.address)
  if (problems.length > 0) return { ok: false, problems }
  const probed = await options.calendarProbes.feed(form.address, userId)
  if (!probed.ok) return refuseConnection('feed', probed, form.address)
  const { database, cipher } = options
  const otherFeeds = await database.query<{ address: string }>(
    `select address from calendar_source where user_id = $1 and kind = 'feed' and address is not null`,
    [userId],
  )
  const isThere = otherFeeds.some((feed) => openSealed(cipher, feed.address, 'address') === probed.address)
  if (isThere) return { ok: false, problems: [at({ problem: 'calendar-source/subscribed-already' })] }
  return insert(options, userId, {
    kind: 'feed',
    name: nameOr(form.name, probed.name ?? getHost(probed.address)),
    address: cipher.seal(probed.address),
    username: null,
    secret: null,
  })
}

interface NewSource {
  kind: 'caldav' | 'feed'
  name: string
  address: string
  username: string | null
  secret: string | null
}

async function insert(options: AccountsOptions, userId: UserId, source: NewSource): Promise<Connected> {
  const { database, changes, clock } = options
  const personal = await changes.personal(userId)
  const [row] = await database.query<{ id: CalendarSourceId }>(
    `insert into calendar_source (user_id, account_id, kind, name, address, username, secret, condition_since, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $8
     where $2::bigint is not null and (select count(*) from calendar_source where user_id = $1) < $9
     returning id`,
    [
      userId,
      personal ?? null,
      source.kind,
      source.name,
      source.address,
      source.username,
      source.secret,
      clock.now(),
      maxSources,
    ],
  )
  if (!row) return { ok: false, problems: [at({ problem: 'calendar-source/too-many', most: maxSources })] }
  return saved(options, userId, row.id)
}

async function saved(options: AccountsOptions, userId: UserId, id: CalendarSourceId): Promise<Connected> {
  await options.events.publish('calendar-source-changed', { sourceId: id })
  const [source] = await sourcesOfUser(options, userId, id)
  return source ? { ok: true, source } : { ok: false, problems: [at({ problem: 'calendar-source/removed' })] }
}

type Failed = Extract<Awaited<ReturnType<AccountsOptions['calendarProbes']['feed']>>, { ok: false }>

const refuseConnection = (kind: NewSource['kind'], { fault }: Failed, address: string): Connected => ({
  ok: false,
  problems: [sourceProblem(kind, fault, getServer(address))],
})

const withScheme = (address: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`

const getServer = (address: string): string => getHost(withScheme(address))

const at = (problem: ProblemDetail): FieldProblem => ({ pointer: '/address', problem })

function addressProblems(address: string): FieldProblem[] {
  const text = address.trim()
  return text !== '' && text.length <= 2_000 && parseUrl(withScheme(text))
    ? []
    : [at({ problem: 'calendar-source/not-an-address' })]
}

function signInProblems({ username, password }: Pick<CalDavForm, 'username' | 'password'>): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (username.trim() === '')
    problems.push({ pointer: '/username', problem: { problem: 'calendar-source/username-missing' } })
  if (password === '')
    problems.push({ pointer: '/password', problem: { problem: 'calendar-source/password-missing' } })
  return problems
}

const nameOr = (typedName: string | undefined, otherwise: string): string =>
  (typedName ?? '')
    // oxlint-disable-next-line no-control-regex -- a name is one line
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .slice(0, maxNameLength) || otherwise.slice(0, maxNameLength)
