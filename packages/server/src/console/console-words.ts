import type { Language } from '@plmail/wire'
import { terminal } from '@plmail/words/load/terminal'

/** Everything that the console says, in one language. */
export type ConsoleWords = Awaited<ReturnType<(typeof terminal)['en']>>['commandLine']

/** Loads the words of one language; those of the others stay where they are. */
export async function loadConsoleWords(language: Language): Promise<ConsoleWords> {
  return (await terminal[language]()).commandLine
}
