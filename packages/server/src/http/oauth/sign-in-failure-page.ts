import { type AccountId, type ProblemDetail, accountWireId, type ProviderName } from '@plmail/wire'
import { catalogueOf, sayProblem } from '@plmail/words'
import { screenName } from '../../accounts/index.ts'
import { type Language } from '../words/index.ts'
import { html, renderPage } from '../pages/index.ts'

export interface SignInFailurePage {
  provider: ProviderName
  problem: ProblemDetail
  advice: ProblemDetail
  /** The account that was to be connected anew. */
  accountId: AccountId | undefined
}

/** Why a sign-in came to nothing, and the two ways on. */
export function signInFailurePage(
  { provider, problem, advice, accountId }: SignInFailurePage,
  language: Language,
): string {
  const words = catalogueOf(language).pages.notConnected
  const title = words.title({ provider: screenName[provider] })
  const again = accountId === undefined ? '' : `?account=${accountWireId.encode(accountId)}`
  return renderPage({
    title,
    language,
    content: html`<h1>${title}</h1>
      <p class="lead" role="alert">${sayProblem(language, problem)}</p>
      <p>${sayProblem(language, advice)}</p>
      <a class="button" href="/oauth/${provider}/connect${again}">${words.again}</a>
      <p><a href="/settings/accounts">${words.back}</a></p>`,
  })
}
