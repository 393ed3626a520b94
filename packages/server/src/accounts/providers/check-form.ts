import { type ProblemDetail, type ProviderForm, ProviderName } from '@plmail/wire'
import { isMicrosoftCloud } from '../../providers/contract/index.ts'
import type { FieldProblem } from '../field-problem.ts'

export interface FormContext {
  provider: ProviderName
  /** The client ID that will be stored once the form is saved. */
  clientId: string | undefined
  /** A secret is stored or comes with the form. */
  hasSecret: boolean
}

/** Lists problems of the values, each at its field. */
export function formProblems(form: ProviderForm, context: FormContext): FieldProblem[] {
  const problems: FieldProblem[] = []
  const report = (field: keyof ProviderForm, problem: ProblemDetail) =>
    problems.push({ pointer: `/${field}`, problem })
  const { clientId, clientSecret, secretExpiresOn, topic, tenant, pushToken, pushServiceAccount } = form
  for (const [field, value] of Object.entries(form) as Array<[keyof ProviderForm, string]>)
    if (!isPlain(value)) report(field, { problem: 'registration/unusual-characters' })
  if (clientId !== undefined && context.provider === ProviderName.google && isGoogleSecret(clientId))
    report('clientId', { problem: 'registration/secret-as-client-id' })
  if (
    clientSecret &&
    context.provider === ProviderName.google &&
    clientSecret.endsWith('.apps.googleusercontent.com')
  )
    report('clientSecret', { problem: 'registration/client-id-as-secret' })
  if (clientSecret && context.provider === ProviderName.microsoft && isGuid(clientSecret))
    report('clientSecret', { problem: 'registration/secret-id-as-secret' })
  if (context.clientId !== undefined && !context.hasSecret)
    report('clientSecret', { problem: 'registration/secret-missing' })
  if (context.clientId === undefined && context.hasSecret)
    report('clientId', { problem: 'registration/client-id-missing' })
  if (secretExpiresOn && (context.provider !== ProviderName.microsoft || !isDay(secretExpiresOn)))
    report('secretExpiresOn', { problem: 'registration/not-a-day' })
  if (topic) {
    const problem = topicProblem(topic)
    if (problem !== undefined) report('topic', problem)
  }
  if (tenant && !isTenant(tenant)) report('tenant', { problem: 'registration/not-a-tenant' })
  if (form.cloud && !isMicrosoftCloud(form.cloud)) report('cloud', { problem: 'registration/unknown-cloud' })
  if (form.cloud && form.cloud !== 'global' && tenant === 'consumers')
    report('tenant', { problem: 'registration/personal-needs-global' })
  if (pushToken && !/^[\w.~-]{16,200}$/.test(pushToken))
    report('pushToken', { problem: 'registration/unusable-push-token' })
  if (pushServiceAccount && !/^[^@]+@[^@]+\.gserviceaccount\.com$/i.test(pushServiceAccount))
    report('pushServiceAccount', { problem: 'registration/not-a-service-account' })
  return problems.filter(
    (problem, at) => problems.findIndex((earlier) => earlier.pointer === problem.pointer) === at,
  )
}

/** A day that there is. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  )
}

const isPlain = (value: string) => !/[\s\p{Cc}\p{Surrogate}]/u.test(value)
const isGuid = (value: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
const isGoogleSecret = (value: string) => value.startsWith('GOCSPX-')

const isTenant = (value: string): boolean =>
  ['common', 'organizations', 'consumers'].includes(value) || isGuid(value)

/** Project ids have 6 to 30 characters, topic names 3 to 255 (Pub/Sub resource names). */
function topicProblem(topic: string): ProblemDetail | undefined {
  const [, project, name] = /^projects\/([^/]*)\/topics\/([^/]*)$/.exec(topic) ?? []
  if (project === undefined || name === undefined) return { problem: 'registration/not-a-topic' }
  // a domain before a colon is how projects of old Workspace organisations are named
  if (!/^([a-z][a-z\d.-]*:)?[a-z][a-z\d-]{4,28}[a-z\d]$/.test(project))
    return { problem: 'registration/not-a-project' }
  if (!/^[a-z][\w.~+%-]{2,254}$/i.test(name) || /^goog/i.test(name))
    return { problem: 'registration/unusable-topic-name' }
  return undefined
}
