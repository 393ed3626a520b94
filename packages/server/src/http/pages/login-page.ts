import { catalogueOf } from '@plmail/words'
import type { RelyingParty, WaysIn } from '../../people/index.ts'
import { type Language } from '../words/index.ts'
import { type Html, html } from './html.ts'
import { textField } from './form-fields.ts'
import { renderPage } from './layout.ts'
import { passkeyPart, passkeyScript } from './passkey-part.ts'
import { connectPath } from './sign-in-paths.ts'

export interface LoginPage {
  /** A path on this server to go to afterwards. */
  next: string
  email: string
  remember: boolean
  /** Whether mail may be kept in this browser for reading without a network. */
  keepsMail: boolean
  /** The host and origin that passkeys work for; undefined: none are offered. */
  passkeys?: RelyingParty | undefined
  /** The identity provider's name; undefined where there is none. */
  provider?: string | undefined
  /** Nobody signs in with a password: no form, or one all the same while the provider is down. */
  onlyWay?: WaysIn['onlyWay']
  /** The address that ends the session at the provider too. */
  endSessionUrl?: string | undefined
  /** Error of the last attempt. */
  alert?: string
}

export function loginPage(page: LoginPage, language: Language): string {
  const words = catalogueOf(language).pages.signIn
  return renderPage({
    title: words.title,
    language,
    content: html`<h1>${words.title}</h1>
      ${page.alert !== undefined && alert(page.alert)} ${providerNotices(page, language)}
      ${page.onlyWay !== 'in-force' && passwordForm(page, language)} ${providerButton(page, language)}`,
    ...(page.passkeys && page.onlyWay !== 'in-force' && { script: passkeyScript }),
  })
}

function passwordForm(page: LoginPage, language: Language): Html {
  const { pages } = catalogueOf(language)
  const words = pages.signIn
  const action = page.next === '/' ? '/login' : `/login?next=${encodeURIComponent(page.next)}`
  // After a failure it is the password that has to be typed again.
  const focused = page.email === '' ? 'email' : 'password'
  return html`<form method="post" action="${action}">
      ${textField(
        {
          name: 'email',
          label: pages.email,
          type: 'email',
          value: page.email,
          // The browser offers passkeys in the list of this field (HTML §4.10.18.7.1).
          autocomplete: page.passkeys ? 'username webauthn' : 'username',
        },
        {},
        focused,
      )}
      ${textField(
        { name: 'password', label: pages.password, type: 'password', autocomplete: 'current-password' },
        {},
        focused,
      )}
      <label class="check">
        <input type="checkbox" name="remember" value="1" ${page.remember && html`checked`} />
        <span>${words.remember}</span>
      </label>
      <label class="check">
        <input type="checkbox" name="no-mail-here" value="1" ${!page.keepsMail && html`checked`} />
        <span>${words.noMailHere}</span>
      </label>
      <button type="submit">${words.title}</button>
    </form>
    ${page.passkeys && passkeyPart({ relyingParty: page.passkeys, purpose: 'sign-in', next: page.next }, language)}`
}

function providerButton({ provider, onlyWay, next }: LoginPage, language: Language): Html | false {
  if (provider === undefined || onlyWay === 'provider-down') return false
  const words = catalogueOf(language).pages.singleSignOn
  const look = onlyWay === 'in-force' ? 'button' : 'button other'
  return html`<a class="${look}" href="${connectPath(next)}">${words.with({ name: provider })}</a>`
}

/** Returns the notices about the provider: that it is down, or that its own session goes on. */
function providerNotices({ provider, onlyWay, endSessionUrl }: LoginPage, language: Language): Html | false {
  if (provider === undefined) return false
  const words = catalogueOf(language).pages.singleSignOn
  if (onlyWay === 'provider-down') return alert(words.down({ name: provider }))
  return (
    endSessionUrl !== undefined &&
    html`<p class="lead" role="status">${words.ended({ name: provider })}</p>
      <p><a href="${endSessionUrl}">${words.endThere({ name: provider })}</a></p>`
  )
}

export function alert(sentence: string): Html {
  return html`<p class="alert" role="alert">${sentence}</p>`
}
