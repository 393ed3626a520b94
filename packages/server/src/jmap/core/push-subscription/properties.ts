import type { NewPushSubscription, PushSubscriptionUpdate } from '../../../people/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { invalidPatch, invalidProperties, isBrokenPatch, type SetError } from '../../engine/set.ts'

const maxUrlLength = 2000
const maxNameLength = 255
const maxTypes = 100

/** A `UTCDate` (RFC 8620 §1.4), in whole seconds. */
export function utcDate(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** A new subscription as a client wants it, or why it cannot be had. `url` and `keys` are judged by whoever uses them. */
export function readNewSubscription(json: JsonObject, now: Date): NewPushSubscription | SetError {
  const { deviceClientId, url, keys = null, verificationCode = null, expires = null, types = null } = json
  const parsedKeys = keys === null ? null : readKeys(keys)
  const until = expires === null ? null : readDate(expires, now)
  const wrong = [
    ...Object.keys(json).filter((name) => !creatable.includes(name)),
    ...(isName(deviceClientId) ? [] : ['deviceClientId']),
    ...(typeof url === 'string' && url.length <= maxUrlLength ? [] : ['url']),
    ...(parsedKeys === undefined ? ['keys'] : []),
    ...(verificationCode === null ? [] : ['verificationCode']),
    ...(until === undefined ? ['expires'] : []),
    ...(types === null || isTypes(types) ? [] : ['types']),
  ]
  if (wrong.length > 0) return invalidProperties(wrong)
  return {
    deviceClientId: deviceClientId as string,
    url: url as string,
    keys: parsedKeys ?? null,
    expires: until ?? null,
    types: types as string[] | null,
  }
}

const creatable = ['deviceClientId', 'url', 'keys', 'verificationCode', 'expires', 'types']

/** Reads an update of a subscription (RFC 8620 §7.2.2): all other properties are set at creation. */
export function subscriptionUpdate(json: JsonObject, now: Date): PushSubscriptionUpdate | SetError {
  if (isBrokenPatch(json)) return invalidPatch
  const { verificationCode, expires, types } = json
  const until = expires === undefined || expires === null ? expires : readDate(expires, now)
  const wrong = [
    ...Object.keys(json).filter((name) => !changeable.includes(name)),
    ...(verificationCode === undefined || typeof verificationCode === 'string' ? [] : ['verificationCode']),
    ...(expires !== undefined && until === undefined ? ['expires'] : []),
    ...(types === undefined || types === null || isTypes(types) ? [] : ['types']),
  ]
  if (wrong.length > 0) return invalidProperties(wrong)
  return {
    ...(verificationCode === undefined ? {} : { verificationCode: verificationCode as string }),
    ...(until === undefined ? {} : { expires: until }),
    ...(types === undefined ? {} : { types: types as string[] | null }),
  }
}

const changeable = ['verificationCode', 'expires', 'types']

const isName = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= maxNameLength && !value.includes('\0')

function isTypes(value: unknown): boolean {
  return Array.isArray(value) && value.length <= maxTypes && value.every(isName)
}

/** A time to come. */
function readDate(value: unknown, now: Date): Date | undefined {
  const isShaped = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value)
  const at = isShaped ? new Date(value) : undefined
  return at && at > now ? at : undefined
}

/** Both with or without padding: browsers and libraries differ. */
function readKeys(value: unknown): { p256dh: Buffer; auth: Buffer } | undefined {
  if (!isObject(value)) return undefined
  const { p256dh, auth, ...rest } = value
  const isShaped = [p256dh, auth].every((key) => typeof key === 'string' && /^[\w-]{1,200}={0,2}$/.test(key))
  if (!isShaped || Object.keys(rest).length > 0) return undefined
  return {
    p256dh: Buffer.from(p256dh as string, 'base64url'),
    auth: Buffer.from(auth as string, 'base64url'),
  }
}
