import { type EmailAddress, getLanguage } from '@plmail/wire'
import { catalogueOf, directionOf } from '@plmail/words'
import { type Html, html, toText } from './html.ts'

/** A message on paper, in the words of the reader. */
export interface PrintedMessage {
  subject: string
  from: readonly EmailAddress[]
  to: readonly EmailAddress[]
  cc: readonly EmailAddress[]
  /** Written for the reader. */
  date: string
  attachments: readonly string[]
  /** How many pictures from the internet are missing on it. */
  blockedImages: number
  /** Output of `message_render` for print. */
  body: string
  locale: string
  nonce: string
}

/** The document, to be sent with `printPolicy`. Its one script opens the browser's print dialog. */
export function messagePage(message: PrintedMessage): string {
  const language = getLanguage(message.locale)
  const words = catalogueOf(language).printedMessage
  const line = (title: string, people: readonly EmailAddress[]): Html | false =>
    people.length > 0 &&
    html`<dt>${title}</dt>
      <dd>${people.map(written).join(', ')}</dd>`
  // The body is the one piece that is HTML already; it goes in after everything else was escaped.
  const [before = '', after = ''] = toText(
    html`<!doctype html>
      <html lang="${language}" dir="${directionOf(language)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <meta name="referrer" content="no-referrer" />
          <meta http-equiv="x-dns-prefetch-control" content="off" />
          <title>${message.subject}</title>
          <style>
            /* Nothing in the box can be drawn outside it. */
            :root {
              color-scheme: light;
            }
            body {
              margin: 24px auto;
              max-width: 860px;
              padding: 0 24px;
              background: #fff;
              color: #191c22;
              font:
                14px/20px system-ui,
                -apple-system,
                'Segoe UI',
                Roboto,
                'Noto Sans',
                sans-serif;
            }
            header {
              border-bottom: 1px solid #858991;
              padding-bottom: 12px;
              margin-bottom: 16px;
            }
            h1 {
              margin: 0 0 12px;
              font-size: 20px;
              line-height: 28px;
              overflow-wrap: anywhere;
            }
            dl {
              display: grid;
              grid-template-columns: auto 1fr;
              gap: 2px 16px;
              margin: 0;
            }
            dt {
              color: #4e535a;
            }
            dd {
              margin: 0;
              overflow-wrap: anywhere;
            }
            .note {
              margin: 12px 0 0;
              color: #4e535a;
            }
            .plmail-paper {
              contain: paint;
              overflow: hidden;
            }
            @media print {
              body {
                margin: 0;
                padding: 0;
                max-width: none;
              }
            }
          </style>
        </head>
        <body>
          <header>
            <h1>${message.subject}</h1>
            <dl>
              ${line(words.from, message.from)} ${line(words.to, message.to)} ${line(words.cc, message.cc)}
              <dt>${words.date}</dt>
              <dd>${message.date}</dd>
              ${
                message.attachments.length > 0 &&
                html`<dt>${words.attachments}</dt>
                  <dd>${message.attachments.join(', ')}</dd>`
              }
            </dl>
            ${message.blockedImages > 0 && html`<p class="note">${words.blocked}</p>`}
          </header>
          <main>${place}</main>
          <script nonce="${message.nonce}">
            addEventListener('load', () => print())
          </script>
        </body>
      </html>`,
  ).split(marker)
  return `${before}${message.body}${after}`
}

/** Cannot occur in escaped text. */
const marker = '<plmail-body-goes-here></plmail-body-goes-here>'
const place = html`<plmail-body-goes-here></plmail-body-goes-here>`

function written({ name, email }: EmailAddress): string {
  return name ? `${name} <${email}>` : email
}
