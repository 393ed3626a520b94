import { catalogueOf, sayProblem } from '@plmail/words'
import type { SingleSignOnFailure } from '../../people/index.ts'
import { connectPath, html, otherWayPath, renderPage } from '../pages/index.ts'
import type { Language } from '../words/index.ts'

/** Why nobody was let in, nothing linked or nothing proven, and the way on. */
export function failurePage({ problem, purpose, next }: SingleSignOnFailure, language: Language): string {
  const words = catalogueOf(language).pages.singleSignOn
  const title = { 'sign-in': words.title, link: words.notLinked, prove: words.notProven }[purpose]
  const ways = {
    'sign-in': html`<a class="button" href="${connectPath(next)}">${words.again}</a>
      <p><a href="${otherWayPath(next)}">${words.other}</a></p>`,
    link: html`<a class="button" href="/settings/security">${words.toSecurity}</a>`,
    prove: html`<a class="button" href="${next}">${words.back}</a>`,
  }
  return renderPage({
    title,
    language,
    content: html`<h1>${title}</h1>
      <p class="lead" role="alert">${sayProblem(language, problem)}</p>
      ${ways[purpose]}`,
  })
}
