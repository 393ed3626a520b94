import type { Authentication } from '@plmail/wire'
import { threadWords } from './thread.ts'

/** Says what each check of the sender came to, the most telling one first. */
export function authenticationVerdicts({ spf, dkim, dmarc }: Authentication): string[] {
  const words = threadWords.authentication.verdict
  return [
    ...(dmarc ? [words.dmarc({ result: dmarc })] : []),
    ...(dkim ? [words.dkim({ result: dkim })] : []),
    ...(spf ? [words.spf({ result: spf })] : []),
  ]
}
