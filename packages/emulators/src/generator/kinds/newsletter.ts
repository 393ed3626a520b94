import { dice, named } from '../dice.ts'
import { newsletters, type Newsletter } from '../bank/senders.ts'
import { escapeHtml } from '../write/encode.ts'
import type { StoryItem, StoryPlace } from './kind.ts'

/** With one-click unsubscribe (RFC 8058), remote pictures and a tracking pixel of one by one. */
export function newsletter(place: StoryPlace, turn: number): StoryItem {
  const d = dice(place.seed, 'newsletter', place.index)
  const sheet = newsletters[turn % newsletters.length] ?? d.pick(newsletters)
  const issue =
    sheet.issues[Math.floor(turn / newsletters.length) % sheet.issues.length] ?? d.pick(sheet.issues)
  return buildNewsletter(place, sheet, issue)
}

export function buildNewsletter(
  place: StoryPlace,
  sheet: Newsletter,
  issue: Newsletter['issues'][number],
): StoryItem {
  const host = sheet.from.email.split('@')[1] ?? 'news.example'
  const reader = named(place.seed, place.owner.email, sheet.list)
  const leave = `https://${host}/unsubscribe/${reader}`
  return {
    message: () => ({
      from: sheet.from,
      to: [place.owner],
      subject: issue.subject,
      date: place.receivedAt,
      id: `${named(place.seed, 'news', place.index)}@${host}`,
      headers: [
        ['List-Id', `${sheet.from.name.replace(/[^ -~]/g, '')} <${sheet.list}>`],
        ['List-Unsubscribe', `<${leave}>,\r\n <mailto:unsubscribe@${host}?subject=${reader}>`],
        ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
        ['Precedence', 'bulk'],
        ['Feedback-ID', `${named(issue.subject).slice(0, 8)}:news:${host}`],
      ],
      text: [
        issue.lead,
        ...issue.items.map(([title, words]) => `${title}\n${words}`),
        `Unsubscribe: ${leave}`,
      ].join('\n\n'),
      html: page(sheet, { issue, host, reader, leave }),
    }),
  }
}

interface NewsletterPage {
  issue: Newsletter['issues'][number]
  host: string
  reader: string
  leave: string
}

function page({ from, colour }: Newsletter, { issue, host, reader, leave }: NewsletterPage): string {
  const items = issue.items.map(
    ([title, words], i) => `<tr><td style="padding:20px 32px;border-top:1px solid #e4e6ea">
<h2 style="margin:0 0 8px;font:600 19px Georgia,serif;color:${colour}">${escapeHtml(title)}</h2>
<p style="margin:0;font:16px/1.5 Georgia,serif;color:#2b2f36">${escapeHtml(words)}</p>
<p style="margin:10px 0 0"><a href="https://${host}/r/${reader}/${i}" style="color:${colour};font:14px sans-serif">Read on</a></p>
</td></tr>`,
  )
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(issue.subject)}</title></head>
<body style="margin:0;background:#f2f3f5"><div style="display:none">${escapeHtml(issue.lead)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;background:#fff">
<tr><td style="background:${colour};padding:28px 32px;color:#fff;font:700 26px Georgia,serif">${escapeHtml(from.name)}</td></tr>
<tr><td><img src="https://img.${host}/issue/${named(issue.subject).slice(0, 8)}.jpg" width="600" alt="" style="display:block;width:100%"></td></tr>
<tr><td style="padding:24px 32px;font:italic 17px/1.5 Georgia,serif;color:#2b2f36">${escapeHtml(issue.lead)}</td></tr>
${items.join('\n')}
<tr><td style="padding:24px 32px;background:#f8f9fa;font:12px sans-serif;color:#6a7078">You get this because you signed up at ${host}.
<a href="${leave}" style="color:#6a7078">Unsubscribe</a></td></tr></table></td></tr></table>
<img src="https://track.${host}/o/${reader}.gif" width="1" height="1" alt=""></body></html>`
}
