import { catalogues, type Language } from '../words/index.ts'
import { type Html, html } from './html.ts'
import { textField } from './form-fields.ts'
import { renderPage } from './layout.ts'

export interface LoginPage {
  /** A path on this server to go to afterwards. */
  next: string
  email: string
  remember: boolean
  /** Whether mail may be kept in this browser for reading without a network. */
  keepsMail: boolean
  /** Error of the last attempt. */
  alert?: string
}

export function loginPage(page: LoginPage, language: Language): string {
  const { pages } = catalogues[language]
  const words = pages.signIn
  const action = page.next === '/' ? '/login' : `/login?next=${encodeURIComponent(page.next)}`
  // After a failure it is the password that has to be typed again.
  const focused = page.email === '' ? 'email' : 'password'
  return renderPage({
    title: words.title,
    language,
    content: html`<h1>${words.title}</h1>
      ${page.alert !== undefined && alert(page.alert)}
      <form method="post" action="${action}">
        ${textField(
          {
            name: 'email',
            label: pages.email,
            type: 'email',
            value: page.email,
            autocomplete: 'username',
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
      </form>`,
  })
}

export function alert(sentence: string): Html {
  return html`<p class="alert" role="alert">${sentence}</p>`
}
