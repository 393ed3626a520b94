import { directionOf } from '@plmail/words'
import type { Language } from '../words/index.ts'
import { type Html, html, toText } from './html.ts'
import type { PageScript } from './page-script.ts'
import { pageStylePath } from './page-style.ts'

export interface Page {
  title: string
  language: Language
  isWide?: boolean
  content: Html
  /** Runs at the end of the page; its policy has to let it (`policyWithScript`). */
  script?: PageScript
}

/** A whole document around one page's content. */
export function renderPage({ title, language, isWide, content, script }: Page): string {
  const page = toText(
    html`<!doctype html>
      <html lang="${language}" dir="${directionOf(language)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <meta name="theme-color" content="#f4f6f8" media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content="#0d0e12" media="(prefers-color-scheme: dark)" />
          <title>${title} – plMail</title>
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="${pageStylePath}" />
        </head>
        <body>
          <main class="${isWide ? 'wide' : 'narrow'}">
            <p class="brand">${mark}plMail</p>
            ${content}
          </main>
        </body>
      </html>`,
  )
  // Not escaped: the browser hashes what stands there, and only our own text gets here.
  return script ? page.replace('</body>', () => `<script>${script.text}</script></body>`) : page
}

const mark = html`<img src="/icon.svg" width="32" height="32" alt="" />`
