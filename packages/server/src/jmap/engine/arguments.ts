import { type AccountId, accountWireId } from '@plmail/wire'
import { limits } from './limits.ts'
import { type Arguments, type Caller, type JmapAccount, MethodFailure } from './method.ts'

/** Parsers of method arguments: each gives the typed value or throws `invalidArguments` naming the argument. */

export function invalid(name: string, expected: string): MethodFailure {
  return new MethodFailure('invalidArguments', `${name} must be ${expected}`, { arguments: [name] })
}

/** Refuses arguments the method does not have (RFC 8620 §3.6.2). */
export function onlyKnown(args: Arguments, allowed: readonly string[]): void {
  const unknown = Object.keys(args).filter((name) => !allowed.includes(name))
  if (unknown.length > 0)
    throw new MethodFailure('invalidArguments', `Unknown argument ${unknown.join(', ')}`, {
      arguments: unknown,
    })
}

/**
 * The mail account named by `accountId`; never defaulted, and a stranger's is as unknown as none. The personal
 * account is known and has nothing that methods on mail work on.
 */
export function readAccount(args: Arguments, caller: Caller): JmapAccount {
  const text = args['accountId']
  if (typeof text !== 'string') throw invalid('accountId', 'an account id')
  const id: AccountId | undefined = accountWireId.decode(text)
  const account = id === undefined ? undefined : caller.accounts.get(id)
  if (account) return account
  const isKnown = id !== undefined && (id === caller.personal || caller.calendars.has(id))
  throw new MethodFailure(isKnown ? 'accountNotSupportedByMethod' : 'accountNotFound')
}

/** The caller's personal account named by `accountId`, for types that live there; no mail account has any of them. */
export function readPersonalAccount(args: Arguments, caller: Caller): JmapAccount {
  const text = args['accountId']
  if (typeof text !== 'string') throw invalid('accountId', 'an account id')
  const id = accountWireId.decode(text)
  if (id !== undefined && id === caller.personal) return { id, name: '', address: '' }
  const isKnown = id !== undefined && (caller.accounts.has(id) || caller.calendars.has(id))
  throw new MethodFailure(isKnown ? 'accountNotSupportedByMethod' : 'accountNotFound')
}

/** The account named by `accountId`, where it has calendars and these credentials open them. */
export function readCalendarAccount(args: Arguments, caller: Caller, name = 'accountId'): JmapAccount {
  const text = args[name]
  if (typeof text !== 'string') throw invalid(name, 'an account id')
  const id = accountWireId.decode(text)
  const account = id === undefined ? undefined : caller.calendars.get(id)
  if (account) return account
  const isMail = id !== undefined && caller.accounts.has(id)
  const isFrom = name === 'fromAccountId'
  if (isMail)
    throw new MethodFailure(isFrom ? 'fromAccountNotSupportedByMethod' : 'accountNotSupportedByMethod')
  throw new MethodFailure(isFrom ? 'fromAccountNotFound' : 'accountNotFound')
}

/** Returns whether these credentials may store and read bytes in an account: a mail account, or the personal one. */
export const holdsBlobs = ({ accounts, personal }: Caller, id: AccountId): boolean =>
  accounts.has(id) || id === personal

/** The account named by `accountId`, where bytes are kept. */
export function readBlobAccount(args: Arguments, caller: Caller, name = 'accountId'): JmapAccount {
  const text = args[name]
  if (typeof text !== 'string') throw invalid(name, 'an account id')
  const id = accountWireId.decode(text)
  if (id !== undefined && holdsBlobs(caller, id))
    return caller.accounts.get(id) ?? { id, name: '', address: '' }
  const isKnown = id !== undefined && caller.calendars.has(id)
  if (name === 'fromAccountId')
    throw new MethodFailure(isKnown ? 'fromAccountNotSupportedByMethod' : 'fromAccountNotFound')
  throw new MethodFailure(isKnown ? 'accountNotSupportedByMethod' : 'accountNotFound')
}

/** Chooses the account that a method works on: one of `readAccount`, `readPersonalAccount`, `readCalendarAccount` and `readBlobAccount`. */
export type AccountChoice = (args: Arguments, caller: Caller) => JmapAccount

export function optionalString(args: Arguments, name: string): string | undefined {
  const value = args[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(name, 'a string')
  return value
}

export function readBoolean(args: Arguments, name: string, fallback: boolean): boolean {
  const value = args[name]
  if (value === undefined || value === null) return fallback
  if (typeof value !== 'boolean') throw invalid(name, 'true or false')
  return value
}

/** Reads an Int (RFC 8620 §1.3) of at least `min`. */
export function readInt(args: Arguments, name: string, fallback: number, min: number): number {
  const value = args[name]
  if (value === undefined || value === null) return fallback
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min)
    throw invalid(
      name,
      min === Number.MIN_SAFE_INTEGER ? 'a whole number' : `a whole number of ${min} or more`,
    )
  return value
}

/** Reads an `Id[]|null` without repetitions; more than `max` ids are refused. */
export function readIds(args: Arguments, name: string, max: number): string[] | null {
  const value = args[name]
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || !value.every((item): item is string => typeof item === 'string'))
    throw invalid(name, 'a list of ids')
  if (value.length > max) throw new MethodFailure('requestTooLarge', `${name} may hold at most ${max} ids`)
  return [...new Set(value)]
}

export function readStrings(args: Arguments, name: string): string[] | null {
  const value = args[name]
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || !value.every((item): item is string => typeof item === 'string'))
    throw invalid(name, 'a list of strings')
  return value
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `Id[Object]|null`, e.g. `create` and `update` of a /set. */
export function readObjects(args: Arguments, name: string): Array<[string, JsonObject]> {
  const value = args[name]
  if (value === undefined || value === null) return []
  if (!isObject(value)) throw invalid(name, 'an object by id')
  return Object.entries(value).map(([id, entry]) => {
    if (!isObject(entry)) throw invalid(`${name}/${id}`, 'an object')
    return [id, entry]
  })
}

/** A state string as this server writes them: a decimal number. */
export function readState(args: Arguments, name: string): number {
  const value = args[name]
  if (typeof value !== 'string') throw invalid(name, 'a state string')
  const state = /^(0|[1-9][0-9]{0,15})$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(state)) throw new MethodFailure('cannotCalculateChanges')
  return state
}

/** Refuses a /set that names more objects than one call may (RFC 8620 §5.3). */
export function withinSetLimit(count: number): void {
  if (count > limits.maxObjectsInSet)
    throw new MethodFailure('requestTooLarge', `At most ${limits.maxObjectsInSet} objects in one call`)
}
