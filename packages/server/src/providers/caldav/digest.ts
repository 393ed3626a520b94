import { createHash } from 'node:crypto'

/** How a server wants a password proven without its being told (RFC 7616 §3.3). */
export interface DigestChallenge {
  realm: string
  nonce: string
  opaque: string | undefined
  algorithm: 'SHA-256' | 'SHA-256-sess' | 'MD5' | 'MD5-sess'
  /** False for servers of before RFC 2617, which count no requests. */
  counts: boolean
}

export interface DigestProof {
  username: string
  password: string
  method: string
  /** Path and query of the address. */
  uri: string
  /** Which use of the nonce this is, from 1. */
  count: number
  cnonce: string
}

/** In the order in which they are taken where a server offers several. */
const algorithms = ['SHA-256', 'SHA-256-sess', 'MD5', 'MD5-sess'] as const

/**
 * The best Digest challenge of a `WWW-Authenticate` header. Undefined where the server takes Basic, too: what it refused by
 * Basic it refuses by Digest, and a second try counts towards its locking the person out.
 */
export function readChallenge(header: string): DigestChallenge | undefined {
  const challenges = parseChallenges(header)
  if (challenges.some(({ scheme }) => scheme === 'basic')) return undefined
  const readable = challenges.flatMap((challenge) =>
    challenge.scheme === 'digest' ? (computeDigest(challenge.parameters) ?? []) : [],
  )
  return algorithms.flatMap((name) => readable.find(({ algorithm }) => algorithm === name) ?? [])[0]
}

interface Challenge {
  /** In lower case, like the names of parameters. */
  scheme: string
  parameters: Map<string, string>
}

/** RFC 9110 §11.6.1: challenges and their parameters are parted by commas alike; only the `=` tells them apart. */
function parseChallenges(header: string): Challenge[] {
  const challenges: Challenge[] = []
  for (const [, name = '', equals, value = ''] of header.matchAll(
    /([\w!#$%&'*+.^`|~-]+)(?:\s*(=)\s*("(?:[^"\\]|\\.)*"|[^\s,"]*))?/g,
  )) {
    const plain = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
    if (equals === undefined) challenges.push({ scheme: name.toLowerCase(), parameters: new Map() })
    else challenges.at(-1)?.parameters.set(name.toLowerCase(), plain)
  }
  return challenges
}

function computeDigest(parameters: ReadonlyMap<string, string>): DigestChallenge | undefined {
  const [realm, nonce, qop] = ['realm', 'nonce', 'qop'].map((name) => parameters.get(name))
  const named = (parameters.get('algorithm') ?? 'MD5').toUpperCase()
  const algorithm = algorithms.find((candidate) => candidate.toUpperCase() === named)
  const ways = qop?.split(',').map((option) => option.trim().toLowerCase())
  if (realm === undefined || nonce === undefined || algorithm === undefined) return undefined
  if (ways && !ways.includes('auth')) return undefined
  return { realm, nonce, opaque: parameters.get('opaque'), algorithm, counts: ways !== undefined }
}

/** The `Authorization` header that answers a challenge (RFC 7616 §3.4). */
export function digestHeader(challenge: DigestChallenge, proof: DigestProof): string {
  const { realm, nonce, opaque, algorithm, counts } = challenge
  const { username, password, method, uri, cnonce } = proof
  const hash = (...parts: string[]) =>
    createHash(algorithm.startsWith('MD5') ? 'md5' : 'sha256')
      .update(parts.join(':'))
      .digest('hex')
  const person = hash(username, realm, password)
  const secret = algorithm.endsWith('-sess') ? hash(person, nonce, cnonce) : person
  const requestHash = hash(method, uri)
  const nc = proof.count.toString(16).padStart(8, '0')
  const response = counts
    ? hash(secret, nonce, nc, cnonce, 'auth', requestHash)
    : hash(secret, nonce, requestHash)
  const isSaidWithSession = counts || algorithm.endsWith('-sess')
  return `Digest ${[
    getUsername(username),
    `realm=${quote(realm)}`,
    `uri=${quote(uri)}`,
    `algorithm=${algorithm}`,
    `nonce=${quote(nonce)}`,
    ...(counts ? [`nc=${nc}`, 'qop=auth'] : []),
    ...(isSaidWithSession ? [`cnonce=${quote(cnonce)}`] : []),
    `response=${quote(response)}`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ].join(', ')}`
}

/** RFC 7616 §3.4.4: what a header cannot carry is written as RFC 8187 has it. */
function getUsername(username: string): string {
  if (/^[\x20-\x7E]*$/.test(username)) return `username=${quote(username)}`
  const encoded = encodeURIComponent(username).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `username*=UTF-8''${encoded}`
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
