import ipaddr from 'ipaddr.js'
import type { ProblemDetail } from '@plmail/wire'
import type { AllowedServer, FieldProblem, ServerSettings } from './types.ts'
import type { Protocol } from './connection-problem.ts'

/** RFC 8314 §3, RFC 6409 §3.1, RFC 5321 §4.5.4.2; 2525 is what providers offer where 25 is blocked. */
const usualPorts: Readonly<Record<Protocol, readonly number[]>> = {
  imap: [143, 993],
  smtp: [25, 465, 587, 2525],
}

/** The form must not serve to knock at other doors of this machine and its network (docs/decisions/0010). */
export function portProblem(
  protocol: Protocol,
  server: ServerSettings,
  allowed: readonly AllowedServer[],
): ProblemDetail | undefined {
  if (usualPorts[protocol].includes(server.port) || isAllowed(server, allowed)) return undefined
  return { problem: 'accounts/unusual-port', ports: usualPorts[protocol].map(String) }
}

interface AddressRules {
  allowedServers: readonly AllowedServer[]
  listAddresses(host: string): Promise<readonly string[]>
}

/** Which of the servers lead to an address where no mail server is, but a host's own services may be. */
export async function addressProblems(
  { allowedServers, listAddresses }: AddressRules,
  servers: Readonly<Record<Protocol, ServerSettings>>,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const protocol of ['imap', 'smtp'] as const) {
    const server = servers[protocol]
    if (!(await isForbiddenServer({ allowedServers, listAddresses }, server))) continue
    const problem = { problem: 'accounts/forbidden-address', host: server.host } as const
    problems.push({ pointer: `/${protocol}/host`, problem })
  }
  return problems
}

/** Whether a server leads to an address where a host's own services may be, and nobody has allowed it. */
export async function isForbiddenServer(
  { allowedServers, listAddresses }: AddressRules,
  server: ServerSettings,
): Promise<boolean> {
  if (isAllowed(server, allowedServers)) return false
  // a name without an address is told by the connection, in better words
  return (await listAddresses(server.host)).some(isForbidden)
}

function isAllowed({ host, port }: ServerSettings, allowed: readonly AllowedServer[]): boolean {
  return allowed.some((server) => server.host === host.toLowerCase() && (server.port ?? port) === port)
}

/** Addresses of cloud hosts' own services (Amazon over IPv6, Alibaba, Azure, Oracle), besides the link-local ranges. */
const hostServices = new Set(['fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'])

function isForbidden(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'linkLocal' || hostServices.has(parsed.toString())
}
