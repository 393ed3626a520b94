import type { MailDigest } from '@plmail/wire'
import { createShownAnswer } from './shown-answer.svelte.ts'

/** The newest digest; it stays when one of its messages is opened. */
export const currentDigest = createShownAnswer<MailDigest>()
