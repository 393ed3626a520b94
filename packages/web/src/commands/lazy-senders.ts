import type { Senders, SendersParts } from './senders.ts'

/** They come with the first thing that is done about who writes: no list needs them. */
export function lazySenders(parts: SendersParts): () => Promise<Senders> {
  let loading: Promise<Senders> | undefined
  return () => (loading ??= import('./senders.ts').then(({ createSenders }) => createSenders(parts)))
}
