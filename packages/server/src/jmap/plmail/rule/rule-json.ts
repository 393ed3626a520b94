import { accountWireId, ruleRunWireId, ruleWireId, type RuleRun, type RuleAction } from '@plmail/wire'
import type { RuleFields, RuleRunView, RuleView } from '../../../mail/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { writeUtcDate } from '../../engine/utc-date.ts'
import type { Caller } from '../../engine/method.ts'
import { invalidProperties, type SetError } from '../../engine/set.ts'

export const ruleProperties: readonly string[] = [
  'id',
  'kind',
  'name',
  'isEnabled',
  'sortOrder',
  'accountIds',
  'condition',
  'actions',
  'stops',
  'problem',
  'run',
]

/** Properties set by the server: a client may repeat them but not change them. */
const ofServer: readonly string[] = ['id', 'problem', 'run']

export const ruleJson = ({ id, run, accountIds, ...rule }: RuleView): Record<string, unknown> => ({
  id: ruleWireId.encode(id),
  ...rule,
  accountIds: accountIds && accountIds.map((accountId) => accountWireId.encode(accountId)),
  run: run && runJson(run),
})

export const runJson = ({ id, beganAt, ...run }: RuleRunView): RuleRun => ({
  id: ruleRunWireId.encode(id),
  ...run,
  beganAt: writeUtcDate(beganAt),
})

const maxNameLength = 200
const maxActions = 20
const maxPathLength = 1000
// oxlint-disable-next-line no-control-regex -- a name is one line
const oneLine = /^[^\u0000-\u001f\u007f\p{Surrogate}]*$/u

type Reader = (value: unknown, caller: Caller) => unknown

/** Each gives the value, or undefined for what cannot be one; null stands for the default. */
const readers: { [Name in keyof RuleFields]: Reader } = {
  kind: (value) => (value === 'rule' || value === 'block' ? value : undefined),
  name: (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= maxNameLength && oneLine.test(value)
      ? value.trim()
      : undefined,
  isEnabled: (value) => (typeof value === 'boolean' ? value : undefined),
  stops: (value) => (typeof value === 'boolean' ? value : undefined),
  sortOrder: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : undefined,
  accountIds: readAccountIds,
  condition: (value) => (isObject(value) ? value : undefined),
  actions: readActions,
}

function readAccountIds(value: unknown, caller: Caller) {
  if (value === null) return null
  if (!Array.isArray(value) || value.length === 0 || value.length > 1000) return undefined
  const ids = value.map((id) => accountWireId.decode(id))
  const own = ids.filter((id) => id !== undefined && caller.accounts.has(id))
  return own.length === ids.length ? [...new Set(own)] : undefined
}

const plainActions: readonly string[] = ['archive', 'trash', 'junk', 'markRead', 'star', 'mute']

function readActions(value: unknown): RuleAction[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxActions) return undefined
  return value.every(isAction) ? value : undefined
}

function isAction(value: unknown): value is RuleAction {
  if (!isObject(value)) return false
  const { type, mailbox, ...more } = value
  if (Object.keys(more).length > 0 || typeof type !== 'string') return false
  if (type === 'addTo' || type === 'moveTo')
    return (
      typeof mailbox === 'string' &&
      mailbox !== '' &&
      mailbox.length <= maxPathLength &&
      oneLine.test(mailbox)
    )
  return mailbox === undefined && plainActions.includes(type)
}

const defaults: Pick<RuleFields, 'kind' | 'isEnabled' | 'sortOrder' | 'accountIds' | 'stops'> = {
  kind: 'rule',
  isEnabled: true,
  sortOrder: 0,
  accountIds: null,
  stops: false,
}

/** Reads the rule fields that a client set. */
function ruleFields(json: JsonObject, caller: Caller): Partial<RuleFields> | SetError {
  const fields: Record<string, unknown> = {}
  const bad: string[] = []
  for (const [property, value] of Object.entries(json)) {
    const read = Object.hasOwn(readers, property) ? readers[property as keyof RuleFields] : undefined
    const isDefault = value === null && property !== 'accountIds' && Object.hasOwn(defaults, property)
    const parsed = isDefault ? defaults[property as keyof typeof defaults] : read?.(value, caller)
    if (parsed === undefined) bad.push(property)
    else fields[property] = parsed
  }
  return bad.length > 0 ? invalidProperties(bad) : (fields as Partial<RuleFields>) // each was read by its reader
}

/** A whole rule, with defaults for what was left out. */
export function newRule(json: JsonObject, caller: Caller): RuleFields | SetError {
  const fields = ruleFields(json, caller)
  if ('type' in fields) return fields
  const { name, condition, actions } = fields
  if (name === undefined || condition === undefined || actions === undefined)
    return invalidProperties(
      ['name', 'condition', 'actions'].filter((field) => !Object.hasOwn(fields, field)),
    )
  return { ...defaults, ...fields, name, condition, actions }
}

/** A patch; what the server sets may be repeated as it is. */
export function rulePatch(
  patch: JsonObject,
  before: Record<string, unknown> | undefined,
  caller: Caller,
): Partial<RuleFields> | SetError {
  if (Object.keys(patch).some((key) => key.includes('/'))) return { type: 'invalidPatch' }
  const entries = Object.entries(patch)
  const changed = entries.filter(
    ([name, value]) => !ofServer.includes(name) || JSON.stringify(value) !== JSON.stringify(before?.[name]),
  )
  return ruleFields(Object.fromEntries(changed), caller)
}
