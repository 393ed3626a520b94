import type { Refusal } from '../../words/refusals.ts'

/** Returns why the server refused. The texts are loaded when they are needed, which is rare. */
export async function sayWhy(refusal: Refusal): Promise<string> {
  const words = await import('../../words/refusals.ts').catch(() => undefined)
  return words?.whyRefused(refusal) ?? refusal.description ?? refusal.type
}
