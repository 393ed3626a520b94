import type { ConnectionFault } from '../kit/connection-fault.ts'
import type { AccountView, Condition, FieldProblem, ServerSettings } from './door.ts'

export type Protocol = 'imap' | 'smtp'

/** Default ports of each protocol (RFC 8314 §3, RFC 3501 §2.1, RFC 6409 §3.1). */
const usual = {
  imap: { name: 'IMAP', tls: 993, starttls: 143 },
  smtp: { name: 'SMTP', tls: 465, starttls: 587 },
} as const

/** Why signing in to a server failed: which field of the form to look at, and what to do. */
export function connectionProblem(
  protocol: Protocol,
  server: ServerSettings,
  fault: ConnectionFault,
  serverText: string | undefined,
): FieldProblem {
  const { host, port } = server
  const { name, tls, starttls } = usual[protocol]
  const at = (field: 'host' | 'port' | 'encryption') => `/${protocol}/${field}`
  const both = `${name} usually listens on port ${tls} with TLS or on ${starttls} with STARTTLS.`
  switch (fault) {
    case 'unknown-host':
      return { pointer: at('host'), detail: `There is no server named ${host}. Check the spelling.` }
    case 'connection-refused':
      return { pointer: at('port'), detail: `${host} accepts no connection on port ${port}. ${both}` }
    case 'no-answer':
      return {
        pointer: at('host'),
        detail: `${host} does not answer on port ${port}. Check the name and the port; ${both}`,
      }
    case 'unreachable':
      return {
        pointer: at('host'),
        detail: `The connection to ${host} on port ${port} broke off. Try again in a while.`,
      }
    case 'port-is-plain':
      return {
        pointer: at('encryption'),
        detail: `Port ${port} of ${host} does not begin with TLS. Use STARTTLS on ${plainPort(port, tls, starttls)}, or TLS on port ${tls}.`,
      }
    case 'port-is-tls':
      return {
        pointer: at('encryption'),
        detail: `Port ${port} of ${host} seems to expect TLS from the start. Choose TLS, or use STARTTLS on port ${starttls}.`,
      }
    case 'no-starttls':
      return {
        pointer: at('encryption'),
        detail: `${host} offers no STARTTLS on port ${port}. Choose TLS, usually on port ${tls}.`,
      }
    case 'certificate':
      return {
        pointer: at('host'),
        detail: `The certificate of ${host} is not trusted${serverText ? `: ${serverText}` : ''}. Check the server's name, or ask whoever runs it.`,
      }
    case 'tls':
      return {
        pointer: at('encryption'),
        detail: `No encrypted connection to ${host} on port ${port} came about. ${both}`,
      }
    case 'wrong-credentials':
      return { pointer: '/password', detail: `${wrongPassword(name)}${quoted(serverText)}` }
    case 'busy':
      return {
        pointer: at('host'),
        detail: `${host} is not taking sign-ins right now. Try again in a few minutes.${quoted(serverText)}`,
      }
    case 'not-a-mail-server':
      return {
        pointer: at('port'),
        detail: `What answers on port ${port} of ${host} is not an ${name} server. ${both}`,
      }
  }
}

const plainPort = (port: number, tls: number, starttls: number) => (port === tls ? starttls : port)

const wrongPassword = (name: string) =>
  `The ${name} server refused this user name or password. Some providers want an app password made in their settings instead of the usual one.`

const quoted = (serverText: string | undefined) => (serverText ? ` It said: “${serverText}”` : '')

/** Returns the meaning of a condition for the owner of the account; null when there is nothing to say. */
export function conditionSentence(
  condition: Condition,
  provider: AccountView['provider'],
  host: string,
): string | null {
  const place = provider === 'imap' ? 'the provider' : host
  switch (condition) {
    case 'new':
    case 'ok':
      return null
    case 'wrong-credentials':
      return 'The server refused this password. Enter the current one, or an app password if the provider asks for one.'
    case 'expired-grant':
      return `The permission to read this mailbox has ended. Sign in to ${place} again.`
    case 'denied':
      return `plMail does not have the access it needs any more. Sign in to ${place} again and grant everything asked for.`
    case 'blocked':
      return `The organisation of this mailbox does not let plMail in. Its administrator at ${place} can allow it.`
    case 'wrong-client':
      return `${host} does not accept this server any more. Only its administrator can mend that; signing in again does not help.`
    case 'tls':
      return `No trusted encrypted connection to ${host} comes about, so nothing is sent there. Check the server settings or ask whoever runs it.`
    case 'unreachable':
      return `${host} cannot be reached. It is tried again by itself; mail that is already here stays readable.`
    case 'throttled':
      return `${host} asks to come back later. It is tried again by itself.`
    case 'busy':
      return `${host} is busy. It is tried again by itself.`
    case 'gone':
      return 'A folder has disappeared at the provider. It is looked at again by itself.'
    case 'malformed':
      return `${host} gave an answer that cannot be understood. It is tried again by itself.`
    case 'refused':
      return `${host} refused a request. It is tried again by itself.`
  }
}

/** Told once when trouble starts that only the owner can end, or when any trouble is over. */
export function noticeFor(
  address: string,
  before: Condition,
  after: Condition,
  sentence: string | null,
): { level: 'info' | 'warning'; text: string } | undefined {
  const [was, is] = [isTrouble(before), isTrouble(after)]
  if (is && before !== after) return { level: 'warning', text: `${address}: ${sentence ?? ''}` }
  if (was && !is) return { level: 'info', text: `${address} is connected again.` }
  return undefined
}

// The others pass by themselves; a message for each would be noise.
const lasting: ReadonlySet<Condition> = new Set([
  'wrong-credentials',
  'expired-grant',
  'denied',
  'blocked',
  'wrong-client',
  'tls',
  'unreachable',
])

const isTrouble = (condition: Condition) => lasting.has(condition)
