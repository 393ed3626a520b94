import { catalogueOf } from '@plmail/words'
import { renderSVG } from 'uqr'
import { type RelyingParty, totpUri } from '../../people/index.ts'
import type { Language } from '../words/index.ts'
import { textField } from './form-fields.ts'
import { type Html, html } from './html.ts'
import { renderPage } from './layout.ts'
import { alert } from './login-page.ts'
import { setUpPasskeyPart, setUpPasskeyScript } from './set-up-passkey-part.ts'

interface SetUpPage {
  /** A path on this server to go to afterwards. */
  next: string
  email: string
  language: Language
}

export interface SetUpBegin extends SetUpPage {
  /** People of the identity provider may have none. */
  hasPassword: boolean
  relyingParty: RelyingParty | undefined
  /** The name that a passkey made here begins with. */
  passkeyName: string
  /** The sentence that says what was wrong with the password. */
  problem?: string
  alert?: string
}

export interface SetUpApp extends SetUpPage {
  /** In Base32. */
  secret: string
  /** The sentence that says what was wrong with the code. */
  problem?: string
  alert?: string
}

export const setUpPath = (next: string): string =>
  next === '/' ? '/2fa/set-up' : `/2fa/set-up?next=${encodeURIComponent(next)}`

/** The first step: the password, and which factor it is to be. */
export function setUpBeginPage(page: SetUpBegin): string {
  const { pages } = catalogueOf(page.language)
  const words = pages.setUp
  const field = {
    name: 'password',
    label: pages.password,
    type: 'password',
    autocomplete: 'current-password',
    hint: words.passwordHint,
  } as const
  const problems = page.problem === undefined ? {} : { password: page.problem }
  const content = html`<form method="post" action="${setUpPath(page.next)}">
      <input type="hidden" name="step" value="app" />
      ${
        page.hasPassword
          ? textField(field, problems, 'password')
          : page.problem !== undefined && alert(page.problem)
      }
      <button type="submit">${words.withApp}</button>
    </form>
    ${page.relyingParty && setUpPasskeyPart({ ...page, relyingParty: page.relyingParty })} ${signOut(page)}`
  const lead = words.lead({ email: page.email })
  return frame(page, lead, content, page.relyingParty && setUpPasskeyScript)
}

/** The second step: the secret, for the app, and its first code. */
export function setUpAppPage(page: SetUpApp): string {
  const words = catalogueOf(page.language).pages.setUp
  const picture = renderSVG(totpUri(page.secret, page.email), { ecc: 'M', border: 4 })
  const field = {
    name: 'code',
    label: words.code,
    type: 'text',
    autocomplete: 'one-time-code',
    hint: words.codeHint,
    maxLength: 20,
  } as const
  const content = html`<img
      class="qr"
      src="data:image/svg+xml,${encodeURIComponent(picture)}"
      width="220"
      height="220"
      alt="${words.picture}"
    />
    <p class="hint">${words.key}</p>
    <p class="key"><code data-secret>${page.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p>
    <form method="post" action="${setUpPath(page.next)}">
      <input type="hidden" name="step" value="code" />
      <input type="hidden" name="secret" value="${page.secret}" />
      ${textField(field, page.problem === undefined ? {} : { code: page.problem }, 'code')}
      <button type="submit">${words.turnOn}</button>
    </form>
    ${signOut(page)}`
  return frame(page, words.scan, content)
}

/** The last step: what replaces a lost phone, shown once. */
export function setUpCodesPage({
  next,
  language,
  codes,
}: Omit<SetUpPage, 'email'> & { codes: readonly string[] }): string {
  const words = catalogueOf(language).pages.setUp
  return renderPage({
    title: words.codesTitle,
    language,
    isWide: true,
    content: html`<h1>${words.codesTitle}</h1>
      <p class="lead">${words.codesText}</p>
      <ul class="codes" aria-label="${words.codesTitle}">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <a class="button" href="${next}">${words.done}</a>`,
  })
}

function frame(
  page: SetUpPage & { alert?: string },
  lead: string,
  content: Html,
  script?: typeof setUpPasskeyScript,
): string {
  const { setUp: words } = catalogueOf(page.language).pages
  return renderPage({
    title: words.title,
    language: page.language,
    content: html`<h1>${words.title}</h1>
      <p class="lead">${lead}</p>
      ${page.alert !== undefined && alert(page.alert)} ${content}`,
    ...(script && { script }),
  })
}

const signOut = ({ language }: SetUpPage): Html =>
  html`<form method="post" action="/logout">
    <button class="quiet" type="submit">${catalogueOf(language).pages.setUp.signOut}</button>
  </form>`
