import { escapeHtml } from './encode.ts'
import type { StoryPerson } from './story-message.ts'

/** One message of a thread, without quoted text. */
export interface Turn {
  from: StoryPerson
  body: string
  subject: string
  id: string
  date: Date
}

const attribution = ({ date, from }: Turn): string =>
  `On ${date.toISOString().slice(0, 10)} at ${date.toISOString().slice(11, 16)}, ${from.name} <${from.email}> wrote:`

/** The last of the turns, above a quotation of the one before it, which quotes the one before that. */
export function plainTurn(turns: readonly Turn[]): string {
  return turns.reduce((quoted, turn, i) => {
    const before = turns[i - 1]
    if (!before) return turn.body
    const lines = quoted
      .split('\n')
      .map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`))
    return `${turn.body}\n\n${attribution(before)}\n${lines.join('\n')}`
  }, '')
}

/** The same as HTML, folded as the most common programs fold it. */
export function styledTurn(turns: readonly Turn[]): string {
  return turns.reduce((quoted, turn, i) => {
    const before = turns[i - 1]
    const own = `<div dir="ltr">${paragraphs(turn.body)}</div>`
    if (!before) return own
    return `${own}<br><div class="gmail_quote"><div class="gmail_attr">${escapeHtml(attribution(before))}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">${quoted}</blockquote></div>`
  }, '')
}

export function paragraphs(text: string): string {
  return escapeHtml(text)
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}
