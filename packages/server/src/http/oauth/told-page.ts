import { type AccountId, accountWireId } from '@plmail/wire'
import { type ProviderName, screenName } from '../../accounts/index.ts'
import { html, renderPage } from '../pages/index.ts'

export interface ToldPage {
  provider: ProviderName
  /** What is the matter. */
  sentence: string
  /** What to do about it. */
  advice: string
  /** The account that was to be connected anew. */
  accountId: AccountId | undefined
}

/** Why a sign-in came to nothing, and the two ways on. */
export function toldPage({ provider, sentence, advice, accountId }: ToldPage): string {
  const again = accountId === undefined ? '' : `?account=${accountWireId.encode(accountId)}`
  return renderPage({
    title: `Not connected to ${screenName[provider]}`,
    content: html`<h1>Not connected to ${screenName[provider]}</h1>
      <p class="lead" role="alert">${sentence}</p>
      <p>${advice}</p>
      <a class="button" href="/oauth/${provider}/connect${again}">Try again</a>
      <p><a href="/settings/accounts">Back to your accounts</a></p>`,
  })
}
