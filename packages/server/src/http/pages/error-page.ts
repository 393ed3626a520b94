import type { ProblemBody } from '../guard/index.ts'
import { html } from './html.ts'
import { renderPage } from './layout.ts'

/** What a person sees instead of problem+json: the same facts and the same reference. */
export function errorPage({ title, status, detail, reference }: ProblemBody): string {
  return renderPage({
    title,
    content: html`<h1>${title}</h1>
      ${detail !== `${title}.` && html`<p class="lead">${detail}</p>`}
      <a class="button" href="/">Go to your mail</a>
      <p class="reference">Status ${status} · reference <code>${reference}</code></p>`,
  })
}
