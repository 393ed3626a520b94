import type { EmailAddress } from '@plmail/wire'
import { parseRecipients, unique } from './recipients.ts'

export interface MailtoLetter {
  to: EmailAddress[]
  cc: EmailAddress[]
  bcc: EmailAddress[]
  subject: string
  /** Plain text. */
  body: string
}

/** Parses a `mailto:` link (RFC 6068); undefined for anything else. Fields that could harm are left out. */
export function letterOfMailto(url: string): MailtoLetter | undefined {
  const match = /^mailto:([^?#]*)(?:\?([^#]*))?/i.exec(url.trim())
  if (!match) return undefined
  const letter: MailtoLetter = { to: people(decoded(match[1] ?? '')), cc: [], bcc: [], subject: '', body: '' }
  for (const field of (match[2] ?? '').split('&')) {
    const [name = '', ...rest] = field.split('=')
    const value = decoded(rest.join('='))
    switch (decoded(name).toLowerCase()) {
      case 'to':
        letter.to.push(...people(value))
        break
      case 'cc':
        letter.cc.push(...people(value))
        break
      case 'bcc':
        letter.bcc.push(...people(value))
        break
      case 'subject':
        letter.subject = value.replace(/\s+/g, ' ').trim()
        break
      case 'body':
        letter.body = value.replace(/\r\n?/g, '\n')
        break
    }
  }
  return { ...letter, to: unique(letter.to), cc: unique(letter.cc), bcc: unique(letter.bcc) }
}

function people(text: string): EmailAddress[] {
  return parseRecipients(text.replace(/[\r\n]+/g, ' '))
}

/** A plus is a plus here, unlike in forms (RFC 6068 §5); a broken escape stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
