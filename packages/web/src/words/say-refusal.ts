import type { Refusal } from './refusals.ts'

/** Why the server would not, as a sentence. The words come when they are needed, which is hardly ever. */
export async function sayRefusal(refusal: Refusal): Promise<string> {
  const words = await import('./refusals.ts').catch(() => undefined)
  return words?.refusalSentence(refusal) ?? refusal.description ?? refusal.type
}

/** A change the provider refused, by the journal's verb of it, as a sentence with the reason where there is one. */
export async function sayChangeRefused(
  verb: string,
  why: Pick<Refusal, 'type' | 'description'>,
): Promise<string> {
  const words = await import('./refusals.ts').catch(() => undefined)
  return words?.changeRefused(verb, why.description) ?? why.description ?? why.type
}
