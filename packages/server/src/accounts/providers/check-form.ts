import { isMicrosoftCloud } from '../../providers/contract/index.ts'
import type { FieldProblem } from '../field-problem.ts'
import type { ProviderName } from './names.ts'
import type { ProviderForm } from './door.ts'

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
  const say = (field: keyof ProviderForm, detail: string) => problems.push({ pointer: `/${field}`, detail })
  const { clientId, clientSecret, secretExpiresOn, topic, tenant, pushToken, pushServiceAccount } = form
  for (const [field, value] of Object.entries(form) as Array<[keyof ProviderForm, string]>)
    if (!isPlain(value)) say(field, 'This has spaces or characters that such a value never has.')
  if (clientId !== undefined && context.provider === 'provA' && isGoogleSecret(clientId))
    say('clientId', 'This is a client secret. The client ID ends in .apps.googleusercontent.com.')
  if (clientSecret && context.provider === 'provA' && clientSecret.endsWith('.apps.googleusercontent.com'))
    say('clientSecret', 'This is a client ID. The secret begins with GOCSPX-.')
  if (clientSecret && context.provider === 'provB' && isGuid(clientSecret))
    say(
      'clientSecret',
      'This is the Secret ID. Paste the secret’s Value instead; it is shown only right after the secret was made.',
    )
  if (context.clientId !== undefined && !context.hasSecret)
    say('clientSecret', 'A client ID works only together with its secret. Enter the secret too.')
  if (context.clientId === undefined && context.hasSecret)
    say('clientId', 'A secret works only together with its client ID. Enter the client ID too.')
  if (secretExpiresOn && (context.provider !== 'provB' || !isDay(secretExpiresOn)))
    say('secretExpiresOn', 'Enter a day as year-month-day, for instance 2028-03-31.')
  if (topic) {
    const problem = topicProblem(topic)
    if (problem !== undefined) say('topic', problem)
  }
  if (tenant && !isTenant(tenant))
    say('tenant', 'Enter common, organizations, consumers, or the tenant ID of your organisation.')
  if (form.cloud && !isMicrosoftCloud(form.cloud)) say('cloud', 'There is no such cloud of Microsoft’s.')
  if (form.cloud && form.cloud !== 'global' && tenant === 'consumers')
    say('tenant', 'Personal accounts live in the global cloud only.')
  if (pushToken && !/^[\w.~-]{16,200}$/.test(pushToken))
    say('pushToken', 'Use 16 to 200 letters, digits and - . _ ~ only: it stands in an address.')
  if (pushServiceAccount && !/^[^@]+@[^@]+\.gserviceaccount\.com$/i.test(pushServiceAccount))
    say('pushServiceAccount', 'Enter the address of the service account; it ends in .gserviceaccount.com.')
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

export const isTenant = (value: string): boolean =>
  ['common', 'organizations', 'consumers'].includes(value) || isGuid(value)

/** Project ids have 6 to 30 characters, topic names 3 to 255 (Pub/Sub resource names). */
function topicProblem(topic: string): string | undefined {
  const [, project, name] = /^projects\/([^/]*)\/topics\/([^/]*)$/.exec(topic) ?? []
  if (project === undefined || name === undefined)
    return 'Enter the full name, of the shape projects/<project_id>/topics/<name>.'
  // a domain before a colon is how projects of old Workspace organisations are named
  if (!/^([a-z][a-z\d.-]*:)?[a-z][a-z\d-]{4,28}[a-z\d]$/.test(project))
    return 'The project is named by its ID: lower-case letters, digits and hyphens, not by its display name.'
  if (!/^[a-z][\w.~+%-]{2,254}$/i.test(name) || /^goog/i.test(name))
    return 'A topic name begins with a letter, has 3 to 255 letters, digits and - . _ ~ + %, and does not begin with goog.'
  return undefined
}
