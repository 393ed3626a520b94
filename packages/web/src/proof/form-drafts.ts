import { useApp } from '../commands/index.ts'

/** The contents of a form, by the names of its fields. Never a secret: scripts of this origin can read it. */
export type FormDraft = Readonly<Record<string, string>>

/** Where forms lie while their user signs in at the provider: in this tab, for one trip. */
export interface FormDrafts {
  keep(form: string, fields: FormDraft): void
  /** Whether the user has just come back to this form. */
  isKept(form: string): boolean
  /** Returns the fields once; none where there are none. */
  take(form: string): FormDraft
}

/** The forms of the user who is signed in. */
export function useFormDrafts(): FormDrafts {
  return createFormDrafts(sessionStorage, useApp().session.user.id, () => Date.now())
}

const key = 'plmail-form-draft'
/** A sign-in is good for ten minutes; who comes back later begins anew. */
const keptForMs = 15 * 60_000

interface StoredDraft {
  form: string
  userId: string
  keptAt: number
  fields: FormDraft
}

/** Keeps one form at a time: nobody leaves from two. */
export function createFormDrafts(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  userId: string,
  now: () => number,
): FormDrafts {
  const read = (form: string): StoredDraft | undefined => {
    const draft = parseDraft(storage.getItem(key))
    const isOwn = draft?.form === form && draft.userId === userId
    return isOwn && now() - draft.keptAt < keptForMs ? draft : undefined
  }
  return {
    keep: (form, fields) =>
      storage.setItem(key, JSON.stringify({ form, userId, keptAt: now(), fields } satisfies StoredDraft)),
    isKept: (form) => read(form) !== undefined,
    take: (form) => {
      const draft = read(form)
      if (draft) storage.removeItem(key)
      return draft?.fields ?? {}
    },
  }
}

function parseDraft(text: string | null): StoredDraft | undefined {
  if (text === null) return undefined
  try {
    const draft: unknown = JSON.parse(text)
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined // not ours
  }
}

function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  if (!('form' in value && 'userId' in value && 'keptAt' in value && 'fields' in value)) return false
  const { form, userId, keptAt, fields } = value
  const isNamed = typeof form === 'string' && typeof userId === 'string' && typeof keptAt === 'number'
  if (!isNamed || typeof fields !== 'object' || fields === null) return false
  return Object.values(fields).every((field) => typeof field === 'string')
}
