/** Reading JSON of another party: what is not there or of another type is as good as absent. */

export type ReadonlyJson = Readonly<Record<string, unknown>>

export function readObject(value: unknown): ReadonlyJson {
  // An object with string keys is all that is claimed here.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ReadonlyJson) : {}
}

const readList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const readObjects = (value: unknown): ReadonlyJson[] => readList(value).map(readObject)

export const readString = (value: unknown): string => (typeof value === 'string' ? value : '')

export const readStrings = (value: unknown): string[] =>
  readList(value).filter((item): item is string => typeof item === 'string')

/** Decimal strings are how int64 travels in Google's JSON. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
