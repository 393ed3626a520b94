import { describeScope, isIdentityScope } from './scopes.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; background: light-dark(#f0f4f9, #1e1f20) }
main { box-sizing: border-box; width: min(30rem, 100%); padding: 2rem; border-radius: 1.5rem; background: light-dark(#fff, #0e0e0e) }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; font-weight: 500 }
p.by { margin: 0 0 1.5rem; opacity: .7 }
.notice { padding: .75rem 1rem; border-radius: .75rem; background: light-dark(#fef7e0, #3c3000) }
form { display: grid; gap: .5rem }
label { display: flex; gap: .75rem; align-items: start; padding: .5rem 0 }
button { padding: .7rem 1.2rem; border: 1px solid light-dark(#747775, #8e918f); border-radius: 2rem; background: none; font: inherit; text-align: start; cursor: pointer }
button.main { border-color: transparent; background: #0b57d0; color: #fff }
.ends { display: flex; justify-content: space-between; margin-top: 1rem }
</style>
</head>
<body><main>${body}</main></body>
</html>
`
}

const emulated = '<p class="by">Emulated Google. No real account is involved.</p>'

export function chooserPage(app: string, emails: readonly string[]): string {
  const accounts = emails
    .map((email) => `<button name="account" value="${escapeHtml(email)}">${escapeHtml(email)}</button>`)
    .join('\n')
  return page(
    'Choose an account',
    `<h1>Choose an account</h1>
<p>to continue to ${escapeHtml(app)}</p>
${emulated}
<form method="post">
${accounts || '<p>There is no account yet.</p>'}
<div class="ends"><button name="decision" value="cancel">Cancel</button></div>
</form>`,
  )
}

/** A tick box for each scope, as Google shows them since consent is granular [D]. */
export function consentPage(of: {
  app: string
  email: string
  scopes: readonly string[]
  testing: boolean
}): string {
  const boxes = of.scopes
    .filter((scope) => !isIdentityScope(scope))
    .map(
      (scope) =>
        `<label><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked> ${escapeHtml(describeScope(scope))}</label>`,
    )
    .join('\n')
  const notice = of.testing
    ? '<p class="notice">Google hasn’t verified this app. It is being tested: access ends after 7 days.</p>'
    : ''
  return page(
    'Sign in with Google',
    `<h1>${escapeHtml(of.app)} wants access to your Google Account</h1>
<p>${escapeHtml(of.email)}</p>
${emulated}
${notice}
<form method="post">
<input type="hidden" name="account" value="${escapeHtml(of.email)}">
<input type="hidden" name="boxes" value="shown">
${boxes}
<div class="ends"><button name="decision" value="cancel">Cancel</button>
<button class="main" name="decision" value="allow">Continue</button></div>
</form>`,
  )
}

/** Refusals that never reach the client: Google shows them on its own page [D]. */
export function refusalPage(status: number, error: string, detail: string): string {
  return page(
    `Error ${status}: ${error}`,
    `<h1>Access blocked: this request is invalid</h1>
${emulated}
<p>${escapeHtml(detail)}</p>
<p><strong>Error ${status}: ${escapeHtml(error)}</strong></p>`,
  )
}
