import { templateWords } from '../../words/templates.ts'

/** Why a template was not kept, in words; `why` is the server's own, undefined where it cannot be reached. */
export function notSaved(why: string | undefined): string {
  const words = templateWords.notSaved
  if (why === undefined) return words.unreachable
  return Object.hasOwn(words, why) ? words[why as keyof typeof words] : words.other
}
