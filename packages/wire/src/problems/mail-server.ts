import type { DeclaredProblems } from './parameters.ts'

/** Signing in to an IMAP or SMTP server. */
export const mailServerProblems = {
  'mail-server/unknown-host': { host: 'text' },
  'mail-server/port-refused': { protocol: ['imap', 'smtp'], host: 'text', port: 'number' },
  'mail-server/no-answer': { protocol: ['imap', 'smtp'], host: 'text', port: 'number' },
  'mail-server/broke-off': { host: 'text', port: 'number' },
  'mail-server/port-is-plain': { host: 'text', port: 'number', starttlsPort: 'number', tlsPort: 'number' },
  'mail-server/port-is-tls': { host: 'text', port: 'number', starttlsPort: 'number' },
  'mail-server/no-starttls': { host: 'text', port: 'number', tlsPort: 'number' },
  'mail-server/untrusted-certificate': {
    host: 'text',
    reason: ['selfSigned', 'expired', 'otherName', 'unknownIssuer'],
  },
  'mail-server/no-encryption': { protocol: ['imap', 'smtp'], host: 'text', port: 'number' },
  'mail-server/wrong-credentials': { protocol: ['imap', 'smtp'], serverText: 'serverText' },
  'mail-server/busy': { host: 'text', serverText: 'serverText' },
  'mail-server/not-a-mail-server': { protocol: ['imap', 'smtp'], host: 'text', port: 'number' },
} as const satisfies DeclaredProblems
