import { ProviderError, type ProviderErrorKind } from '../contract/index.ts'
import { readNumber, readString } from '../contract/read-json.ts'
import type { Graph } from './graph.ts'
import { type GraphNeeds, openGraph } from './open-graph.ts'

/** What asking Graph one thing came to. */
type GraphFinding =
  | { finding: 'identity'; address: string }
  | { finding: 'inbox' | 'categories' | 'calendars'; count: number }
  /** `serverText` is what Microsoft said, empty when it said nothing. */
  | { finding: 'refused'; reason: string; serverText: string }
  /** What plMail does without then: each needs a permission of its own; mail comes and goes without it. */
  | { finding: 'noCategories' | 'noCalendars' }

export interface DiagnosisStep {
  step: 'identity' | 'mail' | 'categories' | 'calendars'
  /** `warning`: something is missing that mail does without. */
  outcome: 'works' | 'warning' | 'failed'
  findings: readonly GraphFinding[]
  /** The kind of failure; absent where it works. */
  failure?: ProviderErrorKind
}

/** Asks Graph one thing after the other; what fails at the first is not asked further. */
export async function diagnose(needs: GraphNeeds): Promise<DiagnosisStep[]> {
  const graph = openGraph(needs)
  const identity = await tried('identity', () => whoIsThere(graph))
  if (identity.outcome === 'failed') return [identity]
  const mail = await tried('mail', () => fetchMail(graph))
  const categories = await tried('categories', () => fetchCategories(graph))
  const calendars = await tried('calendars', () => fetchCalendars(graph))
  return [identity, mail, without(categories, 'noCategories'), without(calendars, 'noCalendars')]
}

async function tried(step: DiagnosisStep['step'], ask: () => Promise<GraphFinding>): Promise<DiagnosisStep> {
  try {
    return { step, outcome: 'works', findings: [await ask()] }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const refusal = { finding: 'refused', reason: error.message, serverText: error.detail ?? '' } as const
    return { step, outcome: 'failed', findings: [refusal], failure: error.kind }
  }
}

async function whoIsThere(graph: Graph): Promise<GraphFinding> {
  const me = await graph.get('me', { $select: 'displayName,mail,userPrincipalName' }, 'asking who this is')
  return { finding: 'identity', address: readString(me['mail']) || readString(me['userPrincipalName']) || '' }
}

async function fetchMail(graph: Graph): Promise<GraphFinding> {
  const inbox = await graph.get('me/mailFolders/inbox', {}, 'opening the inbox')
  return { finding: 'inbox', count: readNumber(inbox['totalItemCount']) ?? 0 }
}

async function fetchCategories(graph: Graph): Promise<GraphFinding> {
  let count = 0
  for await (const page of graph.pages('me/outlook/masterCategories', {}, 'listing categories'))
    count += page.length
  return { finding: 'categories', count }
}

async function fetchCalendars(graph: Graph): Promise<GraphFinding> {
  let count = 0
  for await (const page of graph.pages('me/calendars', { $select: 'id' }, 'listing the calendars'))
    count += page.length
  return { finding: 'calendars', count }
}

const without = (step: DiagnosisStep, finding: 'noCategories' | 'noCalendars'): DiagnosisStep =>
  step.outcome === 'failed'
    ? { ...step, outcome: 'warning', findings: [...step.findings, { finding }] }
    : step
