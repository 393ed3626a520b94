import { defaultPreferences, isCommand, isPreference, preferencesId, type Preferences } from '@plmail/wire'
import type { PreferenceChanges } from '../../../people/index.ts'
import { type JsonObject, isObject, readPersonalAccount } from '../../engine/arguments.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { type SetError, invalidProperties, nothingSet, setAnswer, setRequest } from '../../engine/set.ts'
import type { PreferenceMethodNeeds } from './get.ts'

/** Preferences/set: the one object can be changed; there is never another, and never none. */
export function preferencesSet({ preferences, changes }: PreferenceMethodNeeds): Method {
  return {
    writes: true,
    run: async (args, { caller }) => {
      const { account, create, update, destroy, ifInState } = setRequest(
        args,
        caller,
        [],
        readPersonalAccount,
      )
      const outcome = nothingSet()
      for (const [name] of create) outcome.notCreated.set(name, { type: 'singleton' })
      for (const id of destroy)
        outcome.notDestroyed.set(id, { type: id === preferencesId ? 'singleton' : 'notFound' })
      const preferenceChanges: { -readonly [Name in keyof PreferenceChanges]: PreferenceChanges[Name] } = {}
      for (const [id, patch] of update) {
        const before = id === preferencesId ? await preferences.get(account.id) : undefined
        const result = before ? readChanges(patch, before) : ({ type: 'notFound' } as const)
        if ('type' in result) outcome.notUpdated.set(id, result)
        else {
          Object.assign(preferenceChanges, result)
          outcome.updated.set(id, null)
        }
      }
      if (outcome.updated.size === 0 && ifInState === undefined) {
        const state = await changes.state(account.id)
        return setAnswer(account, { oldState: state, newState: state }, outcome)
      }
      const done = await preferences.set(caller.userId, account.id, preferenceChanges, ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      return setAnswer(account, done, outcome)
    },
  }
}

/** Reads a patch: whole properties, and single commands as `keys/archive` (RFC 8620 §5.3). Null means the default. */
function readChanges(patch: JsonObject, { keys: before }: Preferences): PreferenceChanges | SetError {
  const patched: Record<string, unknown> = {}
  const keys: Record<string, unknown> = { ...before }
  const bad: string[] = []
  for (const [path, value] of Object.entries(patch)) {
    const [name = '', command, ...more] = path.split('/')
    if (command !== undefined) {
      if (name !== 'keys' || more.length > 0 || !isCommand(command) || 'keys' in patch)
        return { type: 'invalidPatch' }
      if (value === null) delete keys[command]
      else keys[command] = value
      patched['keys'] = keys
    } else if (name === 'id' && value === preferencesId) continue
    else if (value === null && Object.hasOwn(defaultPreferences, name)) patched[name] = undefined
    else if (isPreference(name, value)) patched[name] = value
    else bad.push(path)
  }
  if (isObject(patched['keys']) && !isPreference('keys', patched['keys'])) bad.push('keys')
  return bad.length > 0 ? invalidProperties(bad) : patched
}
