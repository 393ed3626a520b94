import { timeZones } from '../../people/index.ts'
import { type Problems, choiceField, textField } from './form-fields.ts'
import { html } from './html.ts'
import { renderPage } from './layout.ts'
import { localeChoices } from './locales.ts'
import { alert } from './login-page.ts'

export interface InstallPage {
  values: {
    name: string
    email: string
    publicUrl: string
    locale: string
    timeZone: string
    setupCode: string
  }
  /** Asked for unless the browser runs on the same machine. */
  needsSetupCode: boolean
  problems: Problems
}

const order = ['setupCode', 'name', 'email', 'password', 'publicUrl']

export function installPage({ values, needsSetupCode, problems }: InstallPage): string {
  const wrong = order.find((name) => problems[name] !== undefined)
  const focused = wrong ?? (needsSetupCode ? 'setupCode' : 'name')
  return renderPage({
    title: 'Set up',
    isWide: true,
    content: html`<h1>Welcome to plMail</h1>
      <p class="lead">You are the first one here. The account you create now is the administrator’s.</p>
      ${Object.keys(problems).length > 0 && alert('Something below needs another look. Please type the password once more.')}
      <form method="post" action="/install">
        ${needsSetupCode && setupCodeField(values.setupCode, problems, focused)}
        ${youFields(values, problems, focused)}
        <h2>This installation</h2>
        ${textField(
          {
            name: 'publicUrl',
            label: 'Address in the browser',
            type: 'url',
            value: values.publicUrl,
            autocomplete: 'off',
            isOptional: true,
            hint: 'How you and others reach plMail, such as https://mail.example.org. You can change it later.',
          },
          problems,
          focused,
        )}
        <div class="pair">
          ${choiceField(
            {
              name: 'locale',
              label: 'Language, dates and numbers',
              value: values.locale,
              choices: localeChoices,
            },
            problems,
          )}
          ${choiceField(
            { name: 'timeZone', label: 'Time zone', value: values.timeZone, choices: zoneChoices },
            problems,
          )}
        </div>
        <button type="submit">Create account and continue</button>
      </form>`,
  })
}

function youFields(values: InstallPage['values'], problems: Problems, focused: string) {
  return html`${textField(
    {
      name: 'name',
      label: 'Your name',
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
      label: 'Email address',
      type: 'email',
      value: values.email,
      autocomplete: 'username',
      hint: 'You sign in with it. Mailboxes are connected in the next step.',
    },
    problems,
    focused,
  )}
  ${textField(
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'new-password',
      minLength: 12,
      hint: 'At least 12 characters; a short sentence works well.',
    },
    problems,
    focused,
  )}`
}

function setupCodeField(value: string, problems: Problems, focused: string) {
  return textField(
    {
      name: 'setupCode',
      label: 'Setup code',
      type: 'text',
      value,
      autocomplete: 'off',
      hint: 'Printed in the log of the server when it started: it proves that this server is yours.',
    },
    problems,
    focused,
  )
}

const zoneChoices = timeZones.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))
