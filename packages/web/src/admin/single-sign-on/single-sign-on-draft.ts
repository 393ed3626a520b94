import type { SingleSignOnSettings } from '@plmail/wire'
import type { FormDraft } from '../../proof/index.ts'
import { isStored, type SingleSignOnFields } from './single-sign-on-form.ts'

/** What is done with the settings once its administrator has proven themselves. */
export type SettingsDeed = 'save' | 'remove'

/** The form as it waits for its administrator to come back from the provider; of a secret, that there was one. */
export function draftOf(
  { clientSecret, ...fields }: SingleSignOnFields,
  deed: SettingsDeed = 'save',
): FormDraft {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
  return { ...Object.fromEntries(texts), deed, ...(clientSecret !== '' && { hadSecret: 'yes' }) }
}

/** The form with what was typed into it before. */
export function withDraft(fields: SingleSignOnFields, draft: FormDraft): SingleSignOnFields {
  const texts = Object.entries(fields).map(([name, value]: [string, string | boolean]) => {
    const typed = draft[name]
    return [name, typed === undefined ? value : typeof value === 'boolean' ? typed === 'true' : typed]
  })
  return { ...fields, ...Object.fromEntries(texts) }
}

/** What to go on with; nothing where a secret has to be typed again first, or nothing is stored any more. */
export function deedOf(draft: FormDraft, settings: SingleSignOnSettings): SettingsDeed | undefined {
  if (draft['deed'] === 'remove') return isStored(settings) ? 'remove' : undefined
  return draft['hadSecret'] === undefined ? 'save' : undefined
}
