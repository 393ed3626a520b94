import type { Authentication } from '@plmail/wire'
import { isTrusted, property, readResults, registrableDomain, signedDomain } from './believed-dkim.ts'

/** The topmost header of a believed host, else the topmost of all; null when there is none that says anything. */
export function readAuthentication(
  headers: readonly string[],
  trustedAuthservIds: readonly string[],
): Authentication | null {
  const verdict = readHeaderVerdict(headers, trustedAuthservIds)
  if (!verdict) return null
  const { dmarcOf: _, ...authentication } = verdict
  return authentication
}

export interface HeaderVerdict extends Authentication {
  /** The registrable domain of the From that DMARC was asked about; null where the header names none. */
  dmarcOf: string | null
}

/** The same, with whom its DMARC is about. */
export function readHeaderVerdict(
  headers: readonly string[],
  trustedAuthservIds: readonly string[],
): HeaderVerdict | undefined {
  const verdicts = headers
    .slice(0, maxHeaders)
    .flatMap((header) => readVerdict(header, trustedAuthservIds) ?? [])
  return verdicts.find(({ isBelieved }) => isBelieved) ?? verdicts[0]
}

/** More of them are an attack on the reader's patience. */
const maxHeaders = 50

function readVerdict(header: string, trusted: readonly string[]): HeaderVerdict | undefined {
  const { by, results } = readResults(header)
  const verdict = (method: string) =>
    results.flatMap(
      (result) => new RegExp(`^\\s*${method}\\s*=\\s*([a-z]{1,20})`, 'i').exec(result)?.[1] ?? [],
    )
  const [spf, dkims, dmarc] = [verdict('spf')[0], verdict('dkim'), verdict('dmarc')[0]]
  // one signature that holds is enough
  const dkim = dkims.find((result) => result.toLowerCase() === 'pass') ?? dkims[0]
  if (!/^[a-z0-9._-]{1,255}$/.test(by) || (!spf && !dkim && !dmarc)) return undefined
  return {
    by,
    isBelieved: isTrusted(by, trusted),
    spf: spf?.toLowerCase() ?? null,
    dkim: dkim?.toLowerCase() ?? null,
    dmarc: dmarc?.toLowerCase() ?? null,
    dmarcOf: dmarcDomain(results),
    signedBy: [...new Set(results.flatMap((result) => signedDomain(result) ?? []))],
  }
}

function dmarcDomain(results: readonly string[]): string | null {
  const statement = results.find((result) => /^\s*dmarc\s*=/i.test(result))
  const from = statement === undefined ? undefined : property(statement, 'header.from')
  return from === undefined ? null : (registrableDomain(from.slice(from.lastIndexOf('@') + 1)) ?? from)
}
