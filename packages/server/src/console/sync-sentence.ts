import type { Installation } from './command.ts'

/** Says when queued work is done and by whom: without a running server nothing happens yet. */
export async function syncSentence(
  installation: Pick<Installation, 'isServerRunning'>,
  names: string,
): Promise<string> {
  return (await installation.isServerRunning())
    ? `The server looks at ${names}.`
    : `No server is running. Once one is started, it looks at ${names}.`
}
