import { type AccountId, type ProblemDetail, accountWireId } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import { type ProviderName, screenName } from '../../accounts/index.ts'
import { catalogues, type Language } from '../words/index.ts'
import { html, renderPage } from '../pages/index.ts'

export interface ToldPage {
  provider: ProviderName
  problem: ProblemDetail
  advice: ProblemDetail
  /** The account that was to be connected anew. */
  accountId: AccountId | undefined
}

/** Why a sign-in came to nothing, and the two ways on. */
export function toldPage({ provider, problem, advice, accountId }: ToldPage, language: Language): string {
  const words = catalogues[language].pages.notConnected
  const title = words.title(screenName[provider])
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
