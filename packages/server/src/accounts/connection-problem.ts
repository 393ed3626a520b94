import type { ConnectionFailure } from '../kit/connection-fault.ts'
import type { FieldProblem, ServerSettings } from './types.ts'

export type Protocol = 'imap' | 'smtp'

/** Default ports of each protocol (RFC 8314 §3, RFC 3501 §2.1, RFC 6409 §3.1). */
const usualPorts = { imap: { tls: 993, starttls: 143 }, smtp: { tls: 465, starttls: 587 } } as const

/** Why signing in to a server failed: which field of the form to look at, and what to do. */
export function connectionProblem(
  protocol: Protocol,
  { host, port }: ServerSettings,
  { fault, said: serverText, certificate = 'unknownIssuer' }: ConnectionFailure,
): FieldProblem {
  const { tls: tlsPort, starttls } = usualPorts[protocol]
  const at = (field: 'host' | 'port' | 'encryption') => `/${protocol}/${field}`
  switch (fault) {
    case 'unknown-host':
      return { pointer: at('host'), problem: { problem: 'mail-server/unknown-host', host } }
    case 'connection-refused':
      return { pointer: at('port'), problem: { problem: 'mail-server/port-refused', protocol, host, port } }
    case 'no-answer':
      return { pointer: at('host'), problem: { problem: 'mail-server/no-answer', protocol, host, port } }
    case 'unreachable':
      return { pointer: at('host'), problem: { problem: 'mail-server/broke-off', host, port } }
    case 'switched-off':
      return { pointer: at('host'), problem: { problem: 'condition/switched-off', host } }
    case 'port-is-plain': {
      const starttlsPort = port === tlsPort ? starttls : port
      const problem = { problem: 'mail-server/port-is-plain', host, port, starttlsPort, tlsPort } as const
      return { pointer: at('encryption'), problem }
    }
    case 'port-is-tls': {
      const problem = { problem: 'mail-server/port-is-tls', host, port, starttlsPort: starttls } as const
      return { pointer: at('encryption'), problem }
    }
    case 'no-starttls':
      return {
        pointer: at('encryption'),
        problem: { problem: 'mail-server/no-starttls', host, port, tlsPort },
      }
    case 'certificate':
      return {
        pointer: at('host'),
        problem: { problem: 'mail-server/untrusted-certificate', host, reason: certificate },
      }
    case 'tls':
      return {
        pointer: at('encryption'),
        problem: { problem: 'mail-server/no-encryption', protocol, host, port },
      }
    case 'wrong-credentials':
      return {
        pointer: '/password',
        problem: { problem: 'mail-server/wrong-credentials', protocol, serverText },
      }
    case 'busy':
      return { pointer: at('host'), problem: { problem: 'mail-server/busy', host, serverText } }
    case 'not-a-mail-server':
      return {
        pointer: at('port'),
        problem: { problem: 'mail-server/not-a-mail-server', protocol, host, port },
      }
  }
}
