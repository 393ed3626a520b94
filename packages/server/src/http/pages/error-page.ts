import { catalogueOf } from '@plmail/words'
import type { ProblemBody } from '../guard/index.ts'
import { type Language } from '../words/index.ts'
import { html } from './html.ts'
import { renderPage } from './layout.ts'

/** Renders the page that people see instead of problem+json, with the same facts and the same reference. */
export function errorPage({ title, status, detail, reference }: ProblemBody, language: Language): string {
  const { problem } = catalogueOf(language).pages
  // What only repeats the title says nothing.
  const sentence = detail !== `${title}.` ? detail : status === 404 ? problem.notFound : undefined
  return renderPage({
    title,
    language,
    content: html`<h1>${title}</h1>
      ${sentence !== undefined && html`<p class="lead">${sentence}</p>`}
      ${status === 500 && html`<p class="lead">${problem.tryAgain}</p>`}
      <a class="button" href="/">${problem.toMail}</a>
      <p class="reference">${problem.reference({ status })} <code>${reference}</code></p>`,
  })
}
