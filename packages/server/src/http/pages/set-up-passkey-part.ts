import { catalogueOf } from '@plmail/words'
import type { RelyingParty } from '../../people/index.ts'
import { policies } from '../guard/index.ts'
import type { Language } from '../words/index.ts'
import { type Html, html } from './html.ts'
import { pageScript } from './page-script.ts'

interface SetUpPasskeyPart {
  relyingParty: RelyingParty
  passkeyName: string
  next: string
  language: Language
}

/** The button that makes a passkey, hidden until the script has found that one can be made, and what is shown afterwards. */
export function setUpPasskeyPart({ relyingParty, passkeyName, next, language }: SetUpPasskeyPart): Html {
  const { passkey, setUp } = catalogueOf(language).pages
  return html`<div
      data-new-passkey="${passkeyName}"
      data-origin="${relyingParty.origin}"
      data-failed="${passkey.failed}"
      data-unreachable="${passkey.unreachable}"
      hidden
    >
      <p class="alert" role="alert" data-problem hidden></p>
      <button type="button" class="second">${setUp.withPasskey}</button>
    </div>
    <div data-codes hidden>
      <h2>${setUp.codesTitle}</h2>
      <p class="lead">${setUp.codesText}</p>
      <ul class="codes" aria-label="${setUp.codesTitle}"></ul>
      <a class="button" href="${next}">${setUp.done}</a>
    </div>`
}

/** Makes a passkey with the password that was typed, and shows the recovery codes in place of the forms. */
export const setUpPasskeyScript = pageScript(`{
  const part = document.querySelector('[data-new-passkey]')
  const { newPasskey: name, origin, failed, unreachable } = part.dataset
  const button = part.querySelector('button')
  const problem = part.querySelector('[data-problem]')
  const say = (text) => {
    problem.textContent = text
    problem.hidden = text === ''
  }
  const post = async (path, body) => {
    const answer = await fetch('/api/passkeys/registration' + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    if (answer === undefined) throw new Error(unreachable)
    const said = await answer.json().catch(() => ({}))
    if (answer.status === 401) location.reload()
    if (!answer.ok) throw new Error(said.errors?.[0]?.detail ?? said.detail ?? unreachable)
    return said
  }
  const show = (codes) => {
    const box = document.querySelector('[data-codes]')
    for (const code of codes) {
      const item = box.querySelector('ul').appendChild(document.createElement('li'))
      item.appendChild(document.createElement('code')).textContent = code
    }
    for (const other of document.querySelectorAll('main > form, main > .lead, [data-new-passkey]')) other.hidden = true
    box.hidden = false
    box.querySelector('a').focus()
  }
  const make = async () => {
    const password = document.querySelector('[name=password]')?.value ?? ''
    const { options } = await post('', { password })
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const credential = await navigator.credentials.create({ publicKey })
    const { recoveryCodes } = await post('/answer', { name, passkey: credential.toJSON() })
    show(recoveryCodes)
  }
  const canMake = window.PublicKeyCredential?.parseCreationOptionsFromJSON && PublicKeyCredential.prototype.toJSON
  part.hidden = location.origin !== origin || !canMake
  button.addEventListener('click', async () => {
    say('')
    button.disabled = true
    await make().catch((error) => say(error.name === 'Error' ? error.message : failed))
    button.disabled = false
  })
}`)

/** The policy of the page with the script in it, which asks this server and nobody else. */
export const setUpPasskeyPolicy = `${policies.page}; script-src '${setUpPasskeyScript.hash}'; connect-src 'self'`
