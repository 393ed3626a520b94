import type { Refusal } from './refusals.ts'

/** Why the server would not, as a sentence. The words come when they are needed, which is hardly ever. */
export async function sayRefusal(refusal: Refusal): Promise<string> {
  const words = await import('./refusals.ts').catch(() => undefined)
  return words?.refusalSentence(refusal) ?? refusal.description ?? refusal.type
}
