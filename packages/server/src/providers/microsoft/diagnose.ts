import { fetchWithin } from '../contract/allowed-origins.ts'
import { createApi } from '../contract/api.ts'
import { ProviderError } from '../contract/index.ts'
import { numberOf, stringOf } from '../contract/read-json.ts'
import { graphError } from './classify.ts'
import { createGraph, type Graph } from './graph.ts'
import type { MicrosoftSessionNeeds } from './session.ts'

export interface DiagnosisStep {
  step: 'identity' | 'mail' | 'categories'
  /** `warning`: something is missing that mail does without. */
  outcome: 'works' | 'warning' | 'failed'
  sentence: string
}

/** Asks Graph one thing after the other; what fails at the first is not asked further. */
export async function diagnose(needs: Omit<MicrosoftSessionNeeds, 'letters'>): Promise<DiagnosisStep[]> {
  const { endpoints, fetch, tokens, clock } = needs
  const now = () => clock.now()
  const api = createApi({
    fetch: fetchWithin(fetch, [endpoints.graph]),
    tokens,
    budget: { take: async () => {} },
    classify: (answer, doing) => graphError(answer, doing, now()),
  })
  const graph = createGraph(api, endpoints.graph, now)
  const identity = await tried('identity', () => whoIsThere(graph))
  if (identity.outcome === 'failed') return [identity]
  const mail = await tried('mail', () => mailOf(graph))
  const categories = await tried('categories', () => categoriesOf(graph))
  return [identity, mail, categories.outcome === 'failed' ? withoutCategories(categories) : categories]
}

async function tried(step: DiagnosisStep['step'], ask: () => Promise<string>): Promise<DiagnosisStep> {
  try {
    return { step, outcome: 'works', sentence: await ask() }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const said = error.detail === undefined ? '' : ` Microsoft said: ${error.detail}`
    return { step, outcome: 'failed', sentence: `${error.message}.${said}` }
  }
}

async function whoIsThere(graph: Graph): Promise<string> {
  const me = await graph.get('me', { $select: 'displayName,mail,userPrincipalName' }, 'asking who this is')
  return `This is ${stringOf(me['mail']) || stringOf(me['userPrincipalName'])}.`
}

async function mailOf(graph: Graph): Promise<string> {
  const inbox = await graph.get('me/mailFolders/inbox', {}, 'opening the inbox')
  return `The inbox has ${numberOf(inbox['totalItemCount']) ?? 0} messages.`
}

async function categoriesOf(graph: Graph): Promise<string> {
  let found = 0
  for await (const page of graph.pages('me/outlook/masterCategories', {}, 'listing categories'))
    found += page.length
  return `There are ${found} categories.`
}

/** Categories need a permission of their own (MailboxSettings.ReadWrite); mail comes and goes without it. */
const withoutCategories = (step: DiagnosisStep): DiagnosisStep => ({
  ...step,
  outcome: 'warning',
  sentence: `${step.sentence} Labels are not mirrored as categories; signing in again and granting it mends that.`,
})
