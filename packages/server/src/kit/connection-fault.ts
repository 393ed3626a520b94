/**
 * How a connection to a mail server can fail, in terms that lead to different advice.
 * Shared by those who meet the failure (IMAP, SMTP) and the room that explains it to a person.
 */
export type ConnectionFault =
  | 'unknown-host'
  | 'connection-refused'
  | 'no-answer'
  | 'unreachable'
  /** TLS was begun on a port that answers in plain text. */
  | 'port-is-plain'
  /** Nothing was said in plain text on a port that waits for TLS. */
  | 'port-is-tls'
  | 'no-starttls'
  | 'certificate'
  | 'tls'
  | 'wrong-credentials'
  | 'busy'
  | 'not-a-mail-server'
  /** An administrator allows no such connections; nothing was sent. */
  | 'switched-off'

/** The reasons not to trust a certificate. */
type CertificateFault = 'selfSigned' | 'expired' | 'otherName' | 'unknownIssuer'

/** `said`: the server's own words or the name of the certificate problem; never a secret. */
export interface ConnectionFailure {
  fault: ConnectionFault
  said?: string
  certificate?: CertificateFault
}

export type ConnectionOutcome = { ok: true } | ({ ok: false } & ConnectionFailure)

const bySystemCode: Readonly<Record<string, ConnectionFault>> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EAI_NODATA: 'unknown-host',
  EDNS: 'unknown-host', // nodemailer's name for all of the above
  ECONNREFUSED: 'connection-refused',
  ETIMEDOUT: 'no-answer',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EGRESS_OFF: 'switched-off', // egress/network
}

const certificateCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
])

// What OpenSSL says when the first bytes of the other side are not a TLS record.
const notTls =
  /wrong version number|packet length too long|http request|unsupported protocol.*record|record layer/i

/** Returns the fault behind a failed socket or handshake; undefined when the error came from neither. */
export function faultOfSocketError(error: unknown): ConnectionFailure | undefined {
  if (!(error instanceof Error)) return undefined
  const code = getCode(error)
  if (certificateCodes.has(code)) return certificateFailure(certificateFault(code))
  const fault = bySystemCode[code]
  if (fault && !notTls.test(error.message)) return certificateInside(error) ?? { fault }
  if (notTls.test(error.message)) return { fault: 'port-is-plain' }
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO') return { fault: 'tls' }
  return certificateInside(error)
}

/** Libraries wrap the handshake's error and keep only its message. */
function certificateInside(error: Error): ConnectionFailure | undefined {
  const [fault] = [...certificateMessages].find(([, words]) => words.test(error.message)) ?? []
  return fault && certificateFailure(fault)
}

const certificateFailure = (certificate: CertificateFault): ConnectionFailure => ({
  fault: 'certificate',
  said: certificateNames[certificate],
  certificate,
})

/** For the log and beside what servers say; the form has words of its own. */
const certificateNames: Readonly<Record<CertificateFault, string>> = {
  selfSigned: 'certificate is self-signed',
  expired: 'certificate has expired',
  otherName: 'certificate belongs to another name',
  unknownIssuer: 'issuer of the certificate is unknown',
}

const certificateMessages = new Map<CertificateFault, RegExp>([
  ['selfSigned', /self[- ]signed certificate/i],
  ['expired', /certificate has expired/i],
  ['otherName', /does not match certificate's altnames/i],
  ['unknownIssuer', /unable to (verify the first certificate|get (local )?issuer certificate)/i],
])

function certificateFault(code: string): CertificateFault {
  if (code.includes('SELF_SIGNED')) return 'selfSigned'
  if (code === 'CERT_HAS_EXPIRED') return 'expired'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') return 'otherName'
  return 'unknownIssuer'
}

const getCode = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''
