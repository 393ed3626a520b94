import { type ServerCatalogue, catalogueOf } from '@plmail/words'
import { type Language } from '../words/index.ts'
import { type Problems, textField } from './form-fields.ts'
import { html } from './html.ts'
import { renderPage } from './layout.ts'
import { alert } from './login-page.ts'
import { conventionFields, type PersonValues, youFields, zoneScript } from './person-fields.ts'

export interface InstallPage {
  values: PersonValues & { publicUrl: string; setupCode: string }
  /** Asked for unless the browser runs on the same machine. */
  needsSetupCode: boolean
  problems: Problems
}

type Pages = ServerCatalogue['pages']

const order = ['setupCode', 'name', 'email', 'password', 'publicUrl']

export function installPage({ values, needsSetupCode, problems }: InstallPage, language: Language): string {
  const { pages } = catalogueOf(language)
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
        ${conventionFields(pages, values, problems)}
        <button type="submit">${words.create}</button>
      </form>`,
    script: zoneScript,
  })
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
