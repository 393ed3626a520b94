import { quoteClasses } from '@plmail/mail-format'
import type { QuoteMark } from './safe-tree.ts'

interface MarkedAttribute {
  name: string
  value: string
}

/** How mail programs mark the older message under a reply. */
export function detectQuoteMark(tag: string, attributes: readonly MarkedAttribute[]): QuoteMark | undefined {
  if (attributes.length === 0) return undefined
  const value = (name: string) => attributes.find((attribute) => attribute.name === name)?.value ?? ''
  const classes = value('class').toLowerCase().split(/\s+/)
  const id = value('id').toLowerCase()
  if (classes.includes('moz-cite-prefix')) return 'prefix'
  if (classes.some((name) => quoteClasses.has(name)) || id === 'olk_src_body_section') return 'self'
  if (tag === 'blockquote' && value('type').toLowerCase() === 'cite') return 'self'
  if (restIds.test(id) || (tag === 'hr' && id === 'stopspelling')) return 'rest'
  return tag === 'div' && outlookRule.test(value('style').slice(0, 500)) ? 'rest' : undefined
}

/** Outlook on the web and on phones; a forwarded copy of such a message prefixes the ids. */
const restIds = /^(?:x_)*(?:divrplyfwdmsg|appendonsend|mail-editor-reference-message-container)$/

/** The line Outlook for Windows draws above From/Sent/To/Subject. */
const outlookRule = /border-top:\s*solid\s+#(?:b5c4df|e1e1e1)/i

/**
 * A header block (From, Sent or Date) as programs without any marker write it, in eight languages; matched against
 * the beginning of a paragraph only.
 */
export const headerBlock =
  /^\s*\*?(?:From|Von|De|Da|Van|Från|Fra|Od)\s*:[^\n]{1,200}\n?.{0,200}?(?:Sent|Date|Gesendet|Datum|Envoyé|Inviato|Data|Verzonden|Enviado|Fecha|Skickat|Sendt|Wysłano)\s*:/is

/** A forwarded message is what the reader should see, not something to fold away. */
export const forwardedBeginning =
  /^[\s*_-]*(?:-+\s*Forwarded message|Begin forwarded message|Weitergeleitete Nachricht|Anfang der weitergeleiteten|-+\s*Weitergeleitet|Message transféré|Mensaje reenviado|Messaggio inoltrato|Doorgestuurd bericht|Mensagem encaminhada)/i
