import { ProviderError, type ProviderErrorKind } from '../contract/index.ts'
import { numberOf, stringOf } from '../contract/read-json.ts'
import type { Graph } from './graph.ts'
import { type GraphNeeds, openGraph } from './open-graph.ts'

export interface DiagnosisStep {
  step: 'identity' | 'mail' | 'categories' | 'calendars'
  /** `warning`: something is missing that mail does without. */
  outcome: 'works' | 'warning' | 'failed'
  sentence: string
  /** What kind of failure it was, unless it works. */
  failure?: ProviderErrorKind
}

/** Asks Graph one thing after the other; what fails at the first is not asked further. */
export async function diagnose(needs: GraphNeeds): Promise<DiagnosisStep[]> {
  const graph = openGraph(needs)
  const identity = await tried('identity', () => whoIsThere(graph))
  if (identity.outcome === 'failed') return [identity]
  const mail = await tried('mail', () => mailOf(graph))
  const categories = await tried('categories', () => categoriesOf(graph))
  const calendars = await tried('calendars', () => calendarsOf(graph))
  return [identity, mail, without(categories, noCategories), without(calendars, noCalendars)]
}

async function tried(step: DiagnosisStep['step'], ask: () => Promise<string>): Promise<DiagnosisStep> {
  try {
    return { step, outcome: 'works', sentence: await ask() }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const said = error.detail === undefined ? '' : ` Microsoft said: ${error.detail}`
    return { step, outcome: 'failed', sentence: `${error.message}.${said}`, failure: error.kind }
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
  let count = 0
  for await (const page of graph.pages('me/outlook/masterCategories', {}, 'listing categories'))
    count += page.length
  return `There are ${count} categories.`
}

async function calendarsOf(graph: Graph): Promise<string> {
  let count = 0
  for await (const page of graph.pages('me/calendars', { $select: 'id' }, 'listing the calendars'))
    count += page.length
  return count === 1 ? 'There is one calendar.' : `There are ${count} calendars.`
}

/** Each needs a permission of its own; mail comes and goes without it. */
const noCategories = 'Labels are not mirrored as categories; signing in again and granting it mends that.'
const noCalendars = 'Calendars are not kept here; signing in again and granting it mends that.'

const without = (step: DiagnosisStep, meaning: string): DiagnosisStep =>
  step.outcome === 'failed' ? { ...step, outcome: 'warning', sentence: `${step.sentence} ${meaning}` } : step
