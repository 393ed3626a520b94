import type { EmailAddress } from '@plmail/wire'
import { parseRecipients, unique } from './recipients.ts'

export interface MailtoDraft {
  to: EmailAddress[]
  cc: EmailAddress[]
  bcc: EmailAddress[]
  subject: string
  /** Plain text. */
  body: string
}

/** Parses a `mailto:` link (RFC 6068); undefined for anything else. Fields that could harm are left out. */
export function draftOfMailto(url: string): MailtoDraft | undefined {
  const match = /^mailto:([^?#]*)(?:\?([^#]*))?/i.exec(url.trim())
  if (!match) return undefined
  const draft: MailtoDraft = { to: people(decoded(match[1] ?? '')), cc: [], bcc: [], subject: '', body: '' }
  for (const field of (match[2] ?? '').split('&')) {
    const [name = '', ...rest] = field.split('=')
    const value = decoded(rest.join('='))
    switch (decoded(name).toLowerCase()) {
      case 'to':
        draft.to.push(...people(value))
        break
      case 'cc':
        draft.cc.push(...people(value))
        break
      case 'bcc':
        draft.bcc.push(...people(value))
        break
      case 'subject':
        draft.subject = value.replace(/\s+/g, ' ').trim()
        break
      case 'body':
        draft.body = value.replace(/\r\n?/g, '\n')
        break
    }
  }
  return { ...draft, to: unique(draft.to), cc: unique(draft.cc), bcc: unique(draft.bcc) }
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
