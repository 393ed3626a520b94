import type { Account } from './accounts.ts'

/** The fields of a sign-in request that travel along from page to page. */
export type Carried = ReadonlyArray<readonly [name: string, value: string]>

const style = `body{font:15px/1.5 system-ui,sans-serif;background:#f2f2f2;color:#1b1b1b;margin:0;display:grid;place-items:center;min-height:100vh}
main{background:#fff;padding:44px;width:440px;max-width:92vw;box-sizing:border-box;box-shadow:0 2px 6px #0003}
h1{font-size:24px;font-weight:600;margin:0 0 16px}
button{font:inherit;padding:6px 20px;border:0;background:#ccc;cursor:pointer}
button.main{background:#0067b8;color:#fff}
.account{display:block;width:100%;text-align:left;padding:12px;background:#fff;border-bottom:1px solid #ddd}
.account small,small{color:#595959;display:block}
.end{display:flex;gap:8px;justify-content:flex-end;margin-top:24px}
li{margin:6px 0}`

export function chooserPage(
  action: string,
  carried: Carried,
  accounts: readonly Account[],
  note?: string,
): string {
  const buttons = accounts.map(
    (account) =>
      `<button class="account" name="email" value="${escape(account.email)}">${escape(account.displayName)}<small>${escape(account.email)}${account.isPersonal ? ' · personal account' : ''}</small></button>`,
  )
  const list = buttons.length > 0 ? buttons.join('\n') : '<p>No account is emulated yet.</p>'
  return page(
    'Pick an account',
    `${note === undefined ? '' : `<p role="alert">${escape(note)}</p>`}${form(action, carried, `${list}\n${ending('cancel', 'Cancel')}`)}`,
  )
}

export function consentPage(
  action: string,
  carried: Carried,
  account: Account,
  app: string,
  permissions: readonly string[],
): string {
  const list = permissions.map((permission) => `<li>${escape(permission)}</li>`).join('\n')
  return page(
    'Let this app access your info?',
    form(
      action,
      [...carried, ['email', account.email]],
      `<small>${escape(account.email)}</small>
<p><strong>plMail</strong> <small>${escape(app)} · unverified</small></p>
<p>This app would like to:</p>
<ul>${list}</ul>
<p><small>Accepting these permissions means that you allow this app to use your data as specified in their terms of service and privacy statement.</small></p>
<div class="end"><button name="decision" value="cancel">Cancel</button> <button class="main" name="decision" value="accept">Accept</button></div>`,
    ),
  )
}

/** The wall that users of a tenant meet when only its administrator may consent. */
export function adminWallPage(
  action: string,
  carried: Carried,
  account: Account,
  app: string,
  text: string,
): string {
  return page(
    'Need admin approval',
    `<p><strong>plMail</strong> <small>${escape(app)}</small></p><p>${escape(text)}</p>${form(
      action,
      [...carried, ['email', account.email]],
      ending('return', 'Return to the application without granting consent'),
    )}`,
  )
}

/** Renders the error of a request that cannot be redirected back to its application. */
export function errorPage(text: string): string {
  return page('Sorry, but we’re having trouble signing you in.', `<p role="alert">${escape(text)}</p>`)
}

/** `response_mode=form_post`: the browser itself carries the answer. */
export function formPostPage(action: string, fields: Carried): string {
  return page(
    'Working…',
    `${form(action, fields, '<button class="main">Continue</button>')}<script>document.forms[0].submit()</script>`,
  )
}

function ending(value: string, text: string): string {
  return `<div class="end"><button name="decision" value="${value}">${escape(text)}</button></div>`
}

function form(action: string, carried: Carried, inside: string): string {
  const hidden = carried.map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  )
  return `<form method="post" action="${escape(action)}">${hidden.join('')}${inside}</form>`
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><style>${style}</style></head>
<body><main><small>Emulated Microsoft sign-in</small><h1>${escape(title)}</h1>${body}</main></body></html>
`
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
