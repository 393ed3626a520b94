import { catalogueOf } from '@plmail/words'
import type { RelyingParty } from '../../people/index.ts'
import { policies } from '../guard/index.ts'
import { type Language } from '../words/index.ts'
import { type Html, html } from './html.ts'
import { pageScript } from './page-script.ts'

export interface PasskeyPart {
  relyingParty: RelyingParty
  /** The purpose that the passkey is asked for, as POST /api/passkeys/assertion names it. */
  purpose: 'sign-in' | 'second-factor'
  /** A path on this server to go to afterwards. */
  next: string
}

/** The button for a passkey, hidden until the script has found that it can work here; else the script says why not. */
export function passkeyPart({ relyingParty, purpose, next }: PasskeyPart, language: Language): Html {
  const words = catalogueOf(language).pages.passkey
  const { origin } = relyingParty
  return html`<div
    data-passkey="${purpose}"
    data-origin="${origin}"
    data-next="${next}"
    data-failed="${words.failed}"
    data-unreachable="${words.unreachable}"
    hidden
  >
    <p class="alert" role="alert" data-problem hidden></p>
    <button type="button" class="second" hidden>${words[purpose]}</button>
    <p class="hint" data-why="elsewhere" hidden>
      ${words.elsewhere} <a href="${origin}/login">${origin.replace(/^https?:\/\//, '')}</a>
    </p>
    <p class="hint" data-why="unsupported" hidden>${words.unsupported}</p>
  </div>`
}

/**
 * Asks for a passkey when the button is pressed, and on the sign-in page in the list that the address field opens. The
 * challenge of that list is renewed before its five minutes are over. Where a browser lacks the JSON methods of WebAuthn
 * Level 3, or the page was opened at another address, nothing is asked.
 */
export const passkeyScript = pageScript(`{
  const part = document.querySelector('[data-passkey]')
  const { passkey: purpose, origin, next, failed, unreachable } = part.dataset
  const button = part.querySelector('button')
  const problem = part.querySelector('[data-problem]')
  const box = (name) => document.querySelector('[name=' + name + ']')
  const isChecked = (name) => box(name)?.checked === true
  const renewMs = 240000
  let waiting = new AbortController()
  let renewal = 0

  const say = (text) => {
    problem.textContent = text
    problem.hidden = text === ''
  }
  const post = async (path, body) => {
    const answer = await fetch('/api/passkeys/assertion' + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ for: purpose, ...body }),
    }).catch(() => undefined)
    if (answer === undefined) throw new Error(unreachable)
    if (answer.status === 204) return undefined
    const told = await answer.json().catch(() => ({}))
    if (answer.status === 401) location.reload()
    if (!answer.ok) throw new Error(told.errors?.[0]?.detail ?? told.detail ?? unreachable)
    return told
  }
  const ask = async (mediation) => {
    waiting.abort()
    clearTimeout(renewal)
    waiting = new AbortController()
    const { signal } = waiting
    const { options } = await post('', {})
    if (signal.aborted) return
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    if (mediation) renewal = setTimeout(offer, renewMs)
    const credential = await navigator.credentials.get({ publicKey, signal, ...(mediation && { mediation }) })
    await post('/answer', {
      passkey: credential.toJSON(),
      ...(purpose === 'sign-in'
        ? { remember: isChecked('remember'), keepsMail: !isChecked('no-mail-here') }
        : { trust: isChecked('trust') }),
    })
    location.assign(next)
  }
  const offer = async () => {
    if (purpose !== 'sign-in' || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    await ask('conditional').catch((error) => {
      if (error.name === 'Error') say(error.message)
    })
  }

  const reason =
    location.origin !== origin
      ? 'elsewhere'
      : window.PublicKeyCredential?.parseRequestOptionsFromJSON && PublicKeyCredential.prototype.toJSON
        ? ''
        : 'unsupported'
  part.hidden = false
  if (reason !== '') part.querySelector('[data-why=' + reason + ']').hidden = false
  else {
    button.hidden = false
    button.addEventListener('click', async () => {
      say('')
      button.disabled = true
      await ask().catch((error) => say(error.name === 'Error' ? error.message : failed))
      button.disabled = false
      if (!problem.hidden) void offer()
    })
    void offer()
  }
}`)

/** The policy of a page with the script in it, which asks this server and nobody else. */
export const passkeyPolicy = `${policies.page}; script-src '${passkeyScript.hash}'; connect-src 'self'`
