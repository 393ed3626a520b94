import type { SingleSignOnForm, SingleSignOnSettings } from '@plmail/wire'

/** The form as it is typed: lists have one entry on each line, and a secret left empty stays as it is. */
export interface SingleSignOnFields {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  linksVerifiedAddresses: boolean
  makesPeople: boolean
  domains: string
  groups: string
  groupsClaim: string
  administratorGroup: string
  secondFactorValues: string
  isOnlyWay: boolean
}

/** The pointers the form shows errors at. */
export const singleSignOnPointers = [
  '/issuer',
  '/clientId',
  '/clientSecret',
  '/name',
  '/makesPeople',
  '/domains',
  '/groups',
  '/groupsClaim',
  '/administratorGroup',
  '/secondFactorValues',
  '/isOnlyWay',
] as const

/**
 * Returns the stored settings, ready to be edited. Values of the environment are shown beside the fields and not copied
 * into them.
 */
export function fieldsOf(settings: SingleSignOnSettings): SingleSignOnFields {
  const stored = ({ value, from }: SingleSignOnSettings['issuer']) => (from === 'stored' ? (value ?? '') : '')
  return {
    issuer: stored(settings.issuer),
    clientId: stored(settings.clientId),
    clientSecret: '',
    name: stored(settings.name),
    linksVerifiedAddresses: settings.linksVerifiedAddresses,
    makesPeople: settings.makesPeople,
    domains: settings.domains.join('\n'),
    groups: settings.groups.join('\n'),
    groupsClaim: settings.groupsClaim,
    administratorGroup: settings.administratorGroup ?? '',
    secondFactorValues: settings.secondFactorValues.join('\n'),
    isOnlyWay: settings.isOnlyWay.value,
  }
}

const listNames = ['domains', 'groups', 'secondFactorValues']

/** Returns the fields to send: those that differ from the stored ones. */
export function changesOf(fields: SingleSignOnFields, settings: SingleSignOnSettings): SingleSignOnForm {
  const before = new Map(Object.entries(formOf(fieldsOf(settings))))
  const changes = Object.entries(formOf(fields)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  )
  return Object.fromEntries(changes)
}

const formOf = (fields: SingleSignOnFields): SingleSignOnForm =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, string | boolean]) => {
      if (typeof value === 'boolean') return [name, value]
      return [name, listNames.includes(name) ? linesOf(value) : value.trim()]
    }),
  )

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/**
 * The form that removes everything that is stored: the provider and the rules for who may sign in. Whether single sign-on is
 * the only way in is then for the environment to say.
 */
export const emptied: SingleSignOnForm = {
  issuer: '',
  clientId: '',
  clientSecret: '',
  name: '',
  linksVerifiedAddresses: false,
  makesPeople: false,
  domains: [],
  groups: [],
  groupsClaim: '',
  administratorGroup: '',
  secondFactorValues: [],
  isOnlyWay: null,
}

/** Whether anything is stored that could be removed. */
export function isStored(settings: SingleSignOnSettings): boolean {
  const { issuer, clientId, clientSecret, name, isOnlyWay } = settings
  return (
    [issuer, clientId, clientSecret, name].some(({ from }) => from === 'stored') ||
    isOnlyWay.from === 'stored' ||
    settings.linksVerifiedAddresses ||
    settings.makesPeople ||
    settings.administratorGroup !== null ||
    settings.groupsClaim !== 'groups' ||
    [settings.domains, settings.groups, settings.secondFactorValues].some((list) => list.length > 0)
  )
}
