import { threadWords } from './thread.ts'

const { unnamed } = threadWords.files
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(text\/calendar|application\/ics)$/, unnamed.event],
  [/^text\/(x-)?vcard$/, unnamed.contact],
  [/^message\/rfc822$/, unnamed.message],
  [/^image\//, unnamed.picture],
]

/** The name of a file that came with a message; without one it is called what it is. */
export function fileNameOf({ name, type }: { name: string | null; type: string }): string {
  return name ?? kinds.find(([pattern]) => pattern.test(type))?.[1] ?? unnamed.other
}
