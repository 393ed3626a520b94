import { timeZones } from '../../people/index.ts'
import { type ServerCatalogues, catalogues, type Language } from '../words/index.ts'
import { type Problems, choiceField, textField } from './form-fields.ts'
import { html } from './html.ts'
import { renderPage } from './layout.ts'
import { languageChoices, localeChoices } from './locales.ts'
import { alert } from './login-page.ts'
import { pageScript, policyWithScript } from './page-script.ts'

export interface InstallPage {
  values: {
    name: string
    email: string
    publicUrl: string
    language: string
    locale: string
    /** Empty: that of the browser, as the client finds it at the first sign-in. */
    timeZone: string
    setupCode: string
  }
  /** Asked for unless the browser runs on the same machine. */
  needsSetupCode: boolean
  problems: Problems
}

type Pages = ServerCatalogues['pages']

const order = ['setupCode', 'name', 'email', 'password', 'publicUrl']

export function installPage({ values, needsSetupCode, problems }: InstallPage, language: Language): string {
  const { pages } = catalogues[language]
  const words = pages.install
  const wrong = order.find((name) => problems[name] !== undefined)
  const focused = wrong ?? (needsSetupCode ? 'setupCode' : 'name')
  return renderPage({
    title: words.title,
    language,
    isWide: true,
    content: html`<h1>${words.welcome}</h1>
      <p class="lead">${words.lead}</p>
      ${Object.keys(problems).length > 0 && alert(words.problems)}
      <form method="post" action="/install">
        ${needsSetupCode && setupCodeField(pages, values.setupCode, problems, focused)}
        ${youFields(pages, values, problems, focused)}
        <h2>${words.here}</h2>
        ${textField(
          {
            name: 'publicUrl',
            label: words.address,
            type: 'url',
            value: values.publicUrl,
            autocomplete: 'off',
            isOptional: true,
            hint: words.addressHint,
          },
          problems,
          focused,
        )}
        <div class="pair">
          ${choiceField(
            { name: 'language', label: words.language, value: values.language, choices: languageChoices },
            problems,
          )}
          ${choiceField(
            {
              name: 'locale',
              label: words.formats,
              value: values.locale,
              choices: localeChoices,
            },
            problems,
          )}
        </div>
        ${choiceField(
          {
            name: 'timeZone',
            label: words.timeZone,
            value: values.timeZone,
            choices: [{ value: '', text: words.timeZoneOfBrowser }, ...zoneChoices],
          },
          problems,
        )}
        <button type="submit">${words.create}</button>
      </form>`,
    script: zoneScript,
  })
}

/**
 * Shows the browser's zone as the choice. Without it the form says that the browser's will be taken, and the client
 * takes it at the first sign-in.
 */
const zoneScript = pageScript(`{
  const select = document.getElementById('timeZone')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (select.value === '' && zone) {
    select.value = zone
    if (select.value === '') select.add(new Option(zone.replaceAll('_', ' '), zone, true, true))
  }
}`)

/** The policy of the page: its one script, by its hash. */
export const installPolicy = policyWithScript(zoneScript)

function youFields(pages: Pages, values: InstallPage['values'], problems: Problems, focused: string) {
  const words = pages.install
  return html`${textField(
    {
      name: 'name',
      label: words.name,
      type: 'text',
      value: values.name,
      autocomplete: 'name',
      maxLength: 100,
    },
    problems,
    focused,
  )}
  ${textField(
    {
      name: 'email',
      label: pages.email,
      type: 'email',
      value: values.email,
      autocomplete: 'username',
      hint: words.emailHint,
    },
    problems,
    focused,
  )}
  ${textField(
    {
      name: 'password',
      label: pages.password,
      type: 'password',
      autocomplete: 'new-password',
      minLength: 12,
      hint: words.passwordHint,
    },
    problems,
    focused,
  )}`
}

function setupCodeField({ install: words }: Pages, value: string, problems: Problems, focused: string) {
  return textField(
    {
      name: 'setupCode',
      label: words.setupCode,
      type: 'text',
      value,
      autocomplete: 'off',
      hint: words.setupCodeHint,
    },
    problems,
    focused,
  )
}

const zoneChoices = timeZones.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))
