import type { DeclaredProblems } from './parameters.ts'

/** The limits of mail providers, and of their automatic replies. */
export const mailLimitProblems = {
  'mail-limit/label-exists': { name: 'text' },
  'mail-limit/label-has-mail': { name: 'text' },
  'mail-limit/gmail-labels': {},
  'mail-limit/within-gmail-labels': {},
  'mail-limit/gmail-sent': {},
  'mail-limit/gmail-permission': {},
  'mail-limit/microsoft-no-mailbox': {},
  'mail-limit/microsoft-large': {},
  'mail-limit/within-category': {},
  'mail-limit/category-name': {},
  'mail-limit/folder-exists': { name: 'text' },
  'mail-limit/folder-has-mail': { name: 'text' },
  'mail-limit/folder-has-folder': { name: 'text' },
  'mail-limit/microsoft-sealed': {},
  'mail-limit/microsoft-largest': {},
  'mail-limit/microsoft-folder': {},
  'mail-limit/undeletable': { name: 'text' },
  'mail-limit/read-only': { name: 'text' },
  'mail-limit/keyword': { keyword: 'text', name: 'text' },
  'mail-limit/deletes-all-marked': { name: 'text' },
  'vacation/no-dates': {},
  'vacation/other-script': { name: 'text' },
  'vacation/answering-script': { name: 'text' },
} as const satisfies DeclaredProblems
