import type { Refusal } from '../../words/refusals.ts'

/** Why the server would not. The words come when they are needed, which is hardly ever. */
export async function sayWhy(refusal: Refusal): Promise<string> {
  const words = await import('../../words/refusals.ts').catch(() => undefined)
  return words?.whyRefused(refusal) ?? refusal.description ?? refusal.type
}
