/** Scopes by which Google says who somebody is; the consent page has no tick boxes for them [D]. */
const identityScopes = new Map([
  ['openid', 'openid'],
  ['email', 'https://www.googleapis.com/auth/userinfo.email'],
  ['profile', 'https://www.googleapis.com/auth/userinfo.profile'],
])

const mailScope = 'https://mail.google.com/'

const api = 'https://www.googleapis.com/auth/'

/** Descriptions of scopes on the consent page. */
const descriptions = new Map([
  [mailScope, 'Read, compose, send, and permanently delete all your email from Gmail'],
  [`${api}gmail.modify`, 'Read, compose, and send emails from your Gmail account'],
  [`${api}gmail.readonly`, 'View your email messages and settings'],
  [
    `${api}gmail.metadata`,
    'View your email message metadata such as labels and headers, but not the email body',
  ],
  [`${api}gmail.compose`, 'Manage drafts and send emails'],
  [`${api}gmail.send`, 'Send email on your behalf'],
  [`${api}gmail.insert`, 'Add emails into your Gmail mailbox'],
  [`${api}gmail.labels`, 'See and edit your email labels'],
  [`${api}gmail.settings.basic`, 'See, edit, create, or change your email settings and filters in Gmail'],
  [`${api}calendar`, 'See, edit, share, and permanently delete all the calendars you can access'],
  [`${api}calendar.readonly`, 'See and download any calendar you can access'],
  [`${api}calendar.events`, 'View and edit events on all your calendars'],
  [`${api}drive`, 'See, edit, create, and delete all of your Google Drive files'],
  [`${api}drive.readonly`, 'See and download all your Google Drive files'],
  [`${api}drive.file`, 'See and edit only the Google Drive files you use with this app'],
])

/** The scopes of a request as Google names them in its replies (`email` becomes its URL), or the first it does not know. */
export function readScopes(text: string): { scopes: string[] } | { unknown: string } {
  const scopes = new Set<string>()
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const full = identityScopes.get(word) ?? word
    if (![...identityScopes.values()].includes(full) && !descriptions.has(full)) return { unknown: word }
    scopes.add(full)
  }
  return { scopes: [...scopes] }
}

export function isIdentityScope(scope: string): boolean {
  return [...identityScopes.values()].includes(scope)
}

export function describeScope(scope: string): string {
  return descriptions.get(scope) ?? scope
}

/** The mail scopes; a password change ends the grants that hold one [D]. */
export function isMailScope(scope: string): boolean {
  return scope === mailScope || scope.startsWith(`${api}gmail.`)
}
