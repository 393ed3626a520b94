import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { ProblemDetail, Encryption } from '@plmail/wire'
import { portProblem } from './allowed-servers.ts'
import type { AccountForm, AllowedServer, FieldProblem, Ports, ServerSettings } from './types.ts'

/** A form with every value usable. */
export interface CheckedForm {
  address: string
  name: string
  username: string
  password: string
  imap: ServerSettings
  smtp: ServerSettings
}

export interface FormRules {
  /** MAIL_ALLOW_PLAINTEXT: servers elsewhere may be spoken to without encryption. */
  allowPlaintext: boolean
  /** MAIL_ALLOWED_SERVERS: beyond the ports that mail servers usually listen on. */
  allowedServers: readonly AllowedServer[]
  ports: Ports
}

/** The form made usable, or everything that is wrong with it at once. */
export function checkForm(form: AccountForm, rules: FormRules): CheckedForm | FieldProblem[] {
  const problems: FieldProblem[] = []
  const address = form.address.trim()
  const domain = parseAddressDomain(address)
  if (domain === undefined) {
    problems.push({ pointer: '/address', problem: { problem: 'accounts/not-an-address' } })
  }
  problems.push(...passwordProblems(form.password))
  const username = form.username?.trim() || address
  if ((username !== address && hasControls(username)) || username.length > 320) {
    problems.push({ pointer: '/username', problem: { problem: 'accounts/unusable-username' } })
  }
  const imap = checkServer('imap', form.imap, rules, problems)
  const smtp = checkServer('smtp', form.smtp, rules, problems)
  if (problems.length > 0) return problems
  const name =
    withoutControls(form.name ?? '')
      .trim()
      .slice(0, 200) || address
  return { address, name, username, password: form.password, imap, smtp }
}

export function passwordProblems(password: string): FieldProblem[] {
  if (password === '') return [{ pointer: '/password', problem: { problem: 'accounts/password-missing' } }]
  const isUsable = password.length <= 1000 && !hasControls(password)
  return isUsable ? [] : [{ pointer: '/password', problem: { problem: 'accounts/unusable-password' } }]
}

/** The domain of an address in ASCII; undefined when it is no address or its domain is an IP. */
export function parseAddressDomain(address: string): string | undefined {
  if (address.length > 254 || hasControls(address)) return undefined
  const [, domain = ''] = /^[^\s@<>"(),:;\\[\]]{1,64}@([^\s@]+)$/.exec(address) ?? []
  const ascii = hostName(domain)
  return ascii !== undefined && ascii.includes('.') && !isIP(ascii) ? ascii : undefined
}

/** A host name in ASCII, lower-cased; undefined when no server can be called that. */
export function hostName(text: string): string | undefined {
  if (isIP(text)) return text
  if (/[\s/\\?#@:%[\]]/.test(text)) return undefined // what follows such a sign is silently cut off below
  const ascii = domainToASCII(text.replace(/\.$/, '')).toLowerCase()
  const labels = ascii.split('.')
  const isName =
    ascii.length <= 253 && labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  // all digits and dots: an address written in a way that only some parsers read as one
  return isName && !/^[\d.]+$/.test(ascii) ? ascii : undefined
}

function checkServer(
  field: 'imap' | 'smtp',
  server: ServerSettings,
  rules: FormRules,
  problems: FieldProblem[],
): ServerSettings {
  const report = (part: string, problem: ProblemDetail) =>
    problems.push({ pointer: `/${field}/${part}`, problem })
  const host = hostName(server.host.trim())
  if (host === undefined) report('host', { problem: 'accounts/not-a-host' })
  if (!Number.isInteger(server.port) || server.port < 1 || server.port > 65_535) {
    report('port', { problem: 'accounts/not-a-port' })
  } else if (rules.ports === 'usual') {
    const unusual = portProblem(field, { ...server, host: host ?? '' }, rules.allowedServers)
    if (unusual !== undefined) report('port', unusual)
  }
  if (!encryptions.has(server.encryption)) report('encryption', { problem: 'accounts/unknown-encryption' })
  if (server.encryption === 'none' && host !== undefined && !isLoopback(host) && !rules.allowPlaintext) {
    report('encryption', { problem: 'accounts/unencrypted' })
  }
  return { host: host ?? '', port: server.port, encryption: server.encryption }
}

const encryptions: ReadonlySet<Encryption> = new Set<Encryption>(['tls', 'starttls', 'none'])

/**
 * This machine itself: what is said to it leaves no wire. A name below `localhost` is none: not every resolver keeps it
 * here, as RFC 6761 §6.3 asks.
 */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host) || host === '::1'
}

// oxlint-disable-next-line no-control-regex -- names, addresses and passwords hold none of them
const controls = /[\u0000-\u001f\u007f]/g

// half a character, which no server and no database takes, counts as one
const hasControls = (text: string) => text.search(controls) >= 0 || /\p{Surrogate}/u.test(text)
const withoutControls = (text: string) => text.replace(controls, '')
