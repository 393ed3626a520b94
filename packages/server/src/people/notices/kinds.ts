import type { UserId } from '@plmail/wire'
import { type SignInChange, signInChanges } from '../../events/index.ts'
import type { JobKind } from '../../jobs/index.ts'

/** A change to how somebody signs in. */
export interface SignInChanged {
  /** Made up, and the same in every attempt. */
  id: string
  userId: UserId
  change: SignInChange
  /** The name of what it is about; empty where it has none. */
  subject: string
  /** RFC 3339. */
  at: string
}

function parse(payload: unknown): SignInChanged {
  const { id, userId, change, subject = '', at } = (payload ?? {}) as Record<string, unknown> // judged in the next lines
  const signInChange = signInChanges.find((candidate) => candidate === change)
  if (
    typeof id !== 'string' ||
    typeof userId !== 'number' ||
    signInChange === undefined ||
    typeof subject !== 'string' ||
    typeof at !== 'string'
  )
    throw new Error('Job payload names no change of a sign-in')
  return { id, userId: userId as UserId, change: signInChange, subject, at }
}

/** Shows it in the browsers that are open. */
export const noticeKind: JobKind<SignInChanged> = {
  name: 'people.sign-in-notice',
  lane: 'interactive',
  maxAttempts: 3,
  parse,
}

/** Tells it by mail. */
export const mailKind: JobKind<SignInChanged> = {
  name: 'people.sign-in-mail',
  lane: 'outbox',
  maxAttempts: 10,
  parse,
}
