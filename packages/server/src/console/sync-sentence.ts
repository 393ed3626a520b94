import type { Installation } from './command.ts'
import type { ConsoleWords } from './console-words.ts'

/** Says when queued work is done and by whom: without a running server nothing happens yet. */
export async function syncSentence(
  installation: Pick<Installation, 'isServerRunning'>,
  words: ConsoleWords,
  names: string,
): Promise<string> {
  return (await installation.isServerRunning()) ? words.syncs({ names }) : words.syncsOnceRunning({ names })
}
