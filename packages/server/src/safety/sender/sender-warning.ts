import type { SenderWarning } from '@plmail/wire'
import { parse } from 'tldts'
import { hasBelievedDkimPass, registrableDomain } from './believed-dkim.ts'
import { genericWords } from './generic-words.ts'
import { companyWords } from './legal-form.ts'

export interface SenderFacts {
  displayName: string
  /** The bare address of the From header. */
  address: string
  /** Values of the Authentication-Results headers, topmost first. */
  authenticationResults: readonly string[]
  /** Hosts whose results are believed: the provider of the mailbox. */
  trustedAuthservIds: readonly string[]
}

/**
 * Warns when the name a sender shows and the domain they write from differ: another domain in the name, or a company
 * (a name with a legal form) whose words the domain does not contain. Deliberately generous: a name without domain
 * and legal form is never judged, and a believed DKIM pass for the sender's own domain ends the matter.
 */
export function senderWarning(facts: SenderFacts): SenderWarning | null {
  const displayName = facts.displayName.slice(0, maxNameLength).normalize('NFKC').trim()
  if (displayName === '' || displayName.toLowerCase() === facts.address.toLowerCase()) return null
  const host = facts.address.slice(facts.address.lastIndexOf('@') + 1).toLowerCase()
  const actual = registrableDomain(host) ?? host
  if (hasBelievedDkimPass(facts.authenticationResults, facts.trustedAuthservIds, actual)) return null
  return domainInName(displayName, actual) ?? brandInName(displayName, actual)
}

/** Longer names are an attack on the reader, and their beginning is what is shown. */
const maxNameLength = 500

function domainInName(displayName: string, actual: string): SenderWarning | null {
  const tokens = displayName.toLowerCase().match(/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu) ?? []
  for (const token of tokens) {
    const { domain, isIcann, isPrivate } = parse(token, { allowPrivateDomains: true })
    if (domain && (isIcann || isPrivate) && domain !== actual) {
      return { kind: 'domainInName', claimed: domain, actual }
    }
  }
  return null
}

function brandInName(displayName: string, actual: string): SenderWarning | null {
  const brands = (companyWords(displayName) ?? []).filter(
    (word) => /^\p{L}{4,}$/u.test(word) && !genericWords.has(word),
  )
  if (brands.length === 0) return null
  const domain = actual.replace(/[^\p{L}\p{N}]/gu, '')
  if (brands.some((word) => spellings(word).some((spelling) => domain.includes(spelling)))) return null
  return { kind: 'brandInName', claimed: displayName, actual }
}

/** `Müller GmbH` may write from müller.example, mueller.example or muller.example. */
function spellings(word: string): string[] {
  const german = word.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue').replace(/ß/g, 'ss')
  return [word, unaccented(german), unaccented(word)]
}

function unaccented(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '')
}
