import { catalogueOf, sayProblem } from '@plmail/words'
import type { SingleSignOnFailure } from '../../people/index.ts'
import { connectPath, html, otherWayPath, renderPage } from '../pages/index.ts'
import type { Language } from '../words/index.ts'

interface FailurePage {
  failure: Pick<SingleSignOnFailure, 'problem' | 'isLinking'>
  /** A path on this server to go to after another try. */
  next: string
}

/** Why nobody was let in or nothing linked, and another way in. */
export function failurePage({ failure, next }: FailurePage, language: Language): string {
  const words = catalogueOf(language).pages.singleSignOn
  const { isLinking, problem } = failure
  const title = isLinking ? words.notLinked : words.title
  return renderPage({
    title,
    language,
    content: html`<h1>${title}</h1>
      <p class="lead" role="alert">${sayProblem(language, problem)}</p>
      ${
        isLinking
          ? html`<a class="button" href="/settings/security">${words.toSecurity}</a>`
          : html`<a class="button" href="${connectPath(next)}">${words.again}</a>
              <p><a href="${otherWayPath(next)}">${words.other}</a></p>`
      }`,
  })
}
