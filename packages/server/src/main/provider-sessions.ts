import { describe, parseMessage, takeApart } from '@plmail/mail-format'
import { type AccountId, ProviderName, originalLanguage } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import type { Accounts } from '../accounts/index.ts'
import type { Owner } from '../egress/network/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import { type Relay } from '../mail/index.ts'
import { type AccountSession, type Budget, ProviderError, type Sent } from '../providers/contract/index.ts'
import { createGoogleSession, type GoogleSessionNeeds } from '../providers/google/index.ts'
import { createImapSession } from '../providers/imap/index.ts'
import { createMicrosoftSession } from '../providers/microsoft/index.ts'
import { submitBySmtp } from '../providers/smtp/index.ts'
import type { Database } from '../store/index.ts'
import { type Allowance, createBudget, type OpenMailSession } from '../sync/index.ts'
import type { OutboundConnections } from './outbound-connections.ts'
import { type Endpoints, microsoftEndpointsInForce, createTokens } from './provider-sign-in.ts'

export interface ProviderSessionNeeds {
  accounts: Pick<Accounts, 'credentials' | 'grants' | 'getProvider' | 'getOwner'> & {
    providers: Pick<Accounts['providers'], 'inForce'>
  }
  database: Database
  endpoints: Endpoints
  ways: Pick<OutboundConnections, 'fetch' | 'dialer'>
  clock: Clock
  random: Random
  sleep(milliseconds: number): Promise<void>
  isDemo: boolean
}

/**
 * 6,000 quota units a minute (Gmail API, "Usage limits"), counted over any minute: a full bucket and what flows in
 * meanwhile come to that. An import leaves enough for a person's next step.
 */
export const gmailUnits: Allowance = { perSecond: 95, depth: 300, reserve: 0 }
export const importReserve = 80

/** The emulated Gmail of the demo counts nothing, and nobody is to wait for its inbox. */
const demoUnits: Allowance = { perSecond: 100_000, depth: 100_000, reserve: 0 }

/** Opens sessions with what the accounts room keeps; each provider has its own way in. */
export function createSessions(needs: ProviderSessionNeeds): OpenMailSession {
  return async (id, purpose) => {
    const provider = await needs.accounts.getProvider(id)
    const reserve = purpose === 'backlog' ? importReserve : 0
    if (provider === ProviderName.google) return googleSession(needs, id, reserve)
    if (provider === ProviderName.microsoft) return microsoftSession(needs, id)
    const login = await needs.accounts.credentials(id)
    if (!login) throw removed()
    const dialer = needs.ways.dialer('imap', await getOwner(needs, id))
    return createImapSession({ ...login.imap, username: login.username, dialer }, login.password)
  }
}

/** An account that was removed meanwhile is nobody's; its session says so. */
export const getOwner = async (
  { accounts }: Pick<ProviderSessionNeeds, 'accounts'>,
  id: AccountId,
): Promise<Owner> => (await accounts.getOwner(id)) ?? 'installation'

const googleSession = async (
  needs: ProviderSessionNeeds,
  id: AccountId,
  reserve: number,
): Promise<AccountSession> => createGoogleSession(await createGoogleNeeds(needs, id, reserve))

/** The connection to Gmail for an account, within its quota. */
export async function createGoogleNeeds(
  needs: ProviderSessionNeeds,
  id: AccountId,
  reserve: number,
): Promise<GoogleSessionNeeds> {
  const allowance = { ...(needs.isDemo ? demoUnits : gmailUnits), reserve }
  const budget: Budget = createBudget(needs, id, allowance)
  return {
    endpoints: needs.endpoints.google,
    fetch: needs.ways.fetch('provider-api', await getOwner(needs, id)),
    tokens: createTokens(needs.accounts, id),
    budget,
    clock: needs.clock,
    random: needs.random,
  }
}

const microsoftSession = async (needs: ProviderSessionNeeds, id: AccountId): Promise<AccountSession> =>
  createMicrosoftSession({
    endpoints: await microsoftEndpointsInForce(needs.accounts, needs.endpoints),
    fetch: needs.ways.fetch('provider-api', await getOwner(needs, id)),
    tokens: createTokens(needs.accounts, id),
    clock: needs.clock,
    mailFormat: { takeApart, describe },
  })

const removed = () => new ProviderError('gone', 'The account has been removed')

/** Hands messages to whoever sends for an account: its SMTP server, or the provider's API. */
export function createRelay(needs: ProviderSessionNeeds): Relay {
  return async (id, message, beforeEnd, signal) => {
    const provider = await needs.accounts.getProvider(id)
    if (provider === ProviderName.google) return sendBy(await googleSession(needs, id, 0), message, beforeEnd)
    if (provider === ProviderName.microsoft)
      return sendBy(await microsoftSession(needs, id), message, beforeEnd)
    const login = await needs.accounts.credentials(id)
    if (!login) return { outcome: 'not-taken', said: 'The account has been removed' }
    const dialer = needs.ways.dialer('smtp', await getOwner(needs, id))
    const settings = { ...login.smtp, username: login.username, dialer }
    return submitBySmtp(settings, login.password, message, beforeEnd, signal)
  }
}

/** By the provider's API, which takes a message for all recipients or for none. Its answers are told as SMTP's. */
export async function sendBy(
  session: AccountSession,
  message: Parameters<Relay>[1],
  beforeEnd: Parameters<Relay>[2],
): ReturnType<Relay> {
  const stopped = { outcome: 'not-taken', said: 'It was taken over by another process' } as const
  const raw = addressed(message)
  if (!raw) return toReplies(message.to, '550 The provider sends a message to everybody named in it')
  try {
    const sent = await session.send(raw, () => beforeEnd(message.to))
    if (sent.outcome === 'stopped') return stopped
    if (sent.outcome === 'taken') return { outcome: 'taken' }
    if (sent.outcome === 'unknown') return { outcome: 'unknown', said: sent.said }
    return toReplies(message.to, replyOf(sent))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { outcome: 'not-taken', said: error.detail ?? error.message }
  }
}

/** As SMTP replies, which have no language but English. */
const replyOf = (sent: Extract<Sent, { outcome: 'accepted' | 'refused' }>): string =>
  sent.outcome === 'accepted'
    ? '250 The provider has taken it'
    : `550 ${sayProblem(originalLanguage, sent.problem)}`

const toReplies = (to: readonly string[], reply: string) =>
  ({ outcome: 'answered', replies: new Map(to.map((recipient) => [recipient, reply])) }) as const

/**
 * These providers read the recipients from the message: those that it does not name are added as blind ones, a field that
 * they take away. Undefined when the message names somebody whom it is not to go to.
 */
function addressed({ raw, to }: Parameters<Relay>[1]): Buffer | undefined {
  const { summary } = parseMessage(raw)
  const named = [...emailsIn(summary['to']), ...emailsIn(summary['cc'])]
  const recipients = new Set(to.map((recipient) => recipient.toLowerCase()))
  if (named.some((address) => !recipients.has(address))) return undefined
  const blind = to.filter((recipient) => !named.includes(recipient.toLowerCase()))
  return blind.length === 0 ? raw : Buffer.concat([Buffer.from(`Bcc: ${blind.join(',\r\n ')}\r\n`), raw])
}

function emailsIn(field: unknown): string[] {
  const addresses: unknown[] = Array.isArray(field) ? field : []
  return addresses.flatMap((address) =>
    typeof address === 'object' && address !== null && 'email' in address && typeof address.email === 'string'
      ? [address.email.toLowerCase()]
      : [],
  )
}
