import { refusals } from '@plmail/words/load/refusals'
import { spoken } from './spoken.ts'

const words = (await refusals[spoken]()).refusals

/** The JMAP error for a refused change (RFC 8620 §5.3, RFC 8621 §7.5). */
export interface Refusal {
  type: string
  description?: string | null
  invalidRecipients?: string[]
  maxRecipients?: number
}

/** Why, for whoever wanted it: in the server's own words, which are in their language, else by the kind of it. */
export function whyRefused({ type, description, invalidRecipients, maxRecipients }: Refusal): string {
  if (type === 'invalidRecipients')
    return words.invalidRecipients({ names: (invalidRecipients ?? []).join(', ') })
  if (type === 'tooManyRecipients') return words.tooManyRecipients({ most: maxRecipients ?? 0 })
  const byType: Readonly<Record<string, string>> = words.byType
  // A part of a sentence, wherever it ends.
  return description?.replace(/\.$/, '') ?? byType[type] ?? words.other
}

/** The same as a sentence of its own. */
export function refusalSentence(refusal: Refusal): string {
  const why = whyRefused(refusal)
  return `${why.charAt(0).toLocaleUpperCase()}${why.slice(1)}${/[.!?…]$/.test(why) ? '' : '.'}`
}

/** Says that the provider refused a change, by the journal's verb of it, and why where it gave a reason. */
export function changeRefused(verb: string, why: string | null | undefined): string {
  const { because, restored, ...byVerb } = words.byVerb
  const ofVerbs: Readonly<Record<string, string>> = byVerb
  const refusal = ofVerbs[verb] ?? byVerb.other
  return why ? because({ refusal, why }) : restored({ refusal })
}
