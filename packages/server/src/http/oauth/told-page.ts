import { type AccountId, accountWireId } from '@plmail/wire'
import { type ProviderName, screenName } from '../../accounts/index.ts'
import { catalogues, inLanguage, type Language } from '../words/index.ts'
import { html, renderPage } from '../pages/index.ts'

export interface ToldPage {
  provider: ProviderName
  sentence: string
  advice: string
  /** The account that was to be connected anew. */
  accountId: AccountId | undefined
}

/** Why a sign-in came to nothing, and the two ways on. */
export function toldPage({ provider, sentence, advice, accountId }: ToldPage, language: Language): string {
  const words = catalogues[language].pages.notConnected
  const title = words.title(screenName[provider])
  const again = accountId === undefined ? '' : `?account=${accountWireId.encode(accountId)}`
  return renderPage({
    title,
    language,
    content: html`<h1>${title}</h1>
      <p class="lead" role="alert">${inLanguage(sentence, language)}</p>
      <p>${inLanguage(advice, language)}</p>
      <a class="button" href="/oauth/${provider}/connect${again}">${words.again}</a>
      <p><a href="/settings/accounts">${words.back}</a></p>`,
  })
}
