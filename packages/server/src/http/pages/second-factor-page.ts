import { catalogueOf } from '@plmail/words'
import type { RelyingParty } from '../../people/index.ts'
import { type Language } from '../words/index.ts'
import { textField } from './form-fields.ts'
import { html } from './html.ts'
import { renderPage } from './layout.ts'
import { alert } from './login-page.ts'
import { passkeyPart, passkeyScript } from './passkey-part.ts'

export interface SecondFactorPage {
  /** A path on this server to go to afterwards. */
  next: string
  /** Who has given the password. */
  email: string
  trust?: boolean
  /** False: codes are recovery codes. */
  hasApp: boolean
  /** The host and origin that the user's passkeys work for; `none`: the user has some, and none of them works here. */
  passkeys?: RelyingParty | 'none' | undefined
  /** The sentence that says what was wrong with the last code. */
  problem?: string
  alert?: string
}

export const secondFactorPath = (next: string): string =>
  next === '/' ? '/2fa' : `/2fa?next=${encodeURIComponent(next)}`

export function secondFactorPage(page: SecondFactorPage, language: Language): string {
  const words = catalogueOf(language).pages.secondFactor
  const { passkeys, next } = page
  const relyingParty = typeof passkeys === 'object' ? passkeys : undefined
  const title = relyingParty ? words.titleWithPasskey : words.title
  return renderPage({
    title,
    language,
    content: html`<h1>${title}</h1>
      <p class="lead">${words.lead({ email: page.email })}</p>
      ${passkeys === 'none' && html`<p class="lead">${words.noPasskeyHere}</p>`}
      ${page.alert !== undefined && alert(page.alert)}
      ${relyingParty && passkeyPart({ relyingParty, purpose: 'second-factor', next }, language)}
      <form method="post" action="${secondFactorPath(next)}">
        ${textField(
          {
            name: 'code',
            label: page.hasApp ? words.code : words.recoveryCode,
            type: 'text',
            autocomplete: 'one-time-code',
            hint: page.hasApp ? words.codeHint : words.recoveryCodeHint,
            maxLength: 40,
          },
          page.problem === undefined ? {} : { code: page.problem },
          relyingParty ? '' : 'code',
        )}
        <label class="check">
          <input type="checkbox" name="trust" value="1" ${page.trust === true && html`checked`} />
          <span>${relyingParty ? words.trustWithPasskey : words.trust}</span>
        </label>
        <button type="submit">${words.submit}</button>
      </form>
      <form method="post" action="/logout">
        <button class="quiet" type="submit">${words.elsewhere}</button>
      </form>`,
    ...(relyingParty && { script: passkeyScript }),
  })
}
