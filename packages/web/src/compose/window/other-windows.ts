const channelName = 'plmail-drafts'

interface Told {
  kind: 'open' | 'here'
  emailId: string
}

/**
 * Two tabs on one draft: the later one asks whether anybody has it open and is told. `draft` is the draft of this
 * window as it is now.
 */
export function tellOtherWindows(draft: () => string | undefined, onElsewhere: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  const openDraft = draft()
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.emailId !== draft()) return
    if (data.kind === 'open') channel.postMessage({ kind: 'here', emailId: data.emailId } satisfies Told)
    else if (data.emailId === openDraft) onElsewhere()
  }
  if (openDraft !== undefined) channel.postMessage({ kind: 'open', emailId: openDraft } satisfies Told)
  return () => channel.close()
}
