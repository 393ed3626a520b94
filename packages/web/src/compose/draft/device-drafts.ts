import { discardedKeyOf } from '../../commands/index.ts'
import type { SavedDraft } from '../../records/index.ts'
import type { Body, Fields } from './message.ts'
import type { DraftStart } from './start.ts'

/** A draft that this device stores until the server has it. */
export interface DeviceDraft {
  fields: Fields
  body: Body
  draft: SavedDraft | undefined
  about: DraftStart['about']
  /** Bytes of files that the server does not have; only in the page, and never part of the text that is kept. */
  sources?: ReadonlyMap<number, File> | undefined
}

/** The part of localStorage that this file uses. */
export interface DraftStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Returns false when storage is full, or this browser stores nothing. */
export function storeDeviceDraft(storage: DraftStorage, key: string, draft: DeviceDraft): boolean {
  // Files that are not up yet cannot be kept: their bytes are in the window alone.
  const files = draft.fields.files.filter(({ blob }) => blob !== undefined)
  try {
    const { sources: _sources, ...written } = draft
    storage.setItem(key, JSON.stringify({ ...written, fields: { ...draft.fields, files } }))
    return true
  } catch {
    return false
  }
}

/** Keeps a message among what was thrown away, without its draft. In place of its first copy: there may be no room for two. */
export function putAside(storage: DraftStorage, key: string, draft: DeviceDraft): void {
  dropDeviceDraft(storage, key)
  storeDeviceDraft(storage, discardedKeyOf(key), { ...draft, draft: undefined })
}

/** Storage keys of messages that were undone in this page: each is, or was, in a window again. */
export const takenBack = new Set<string>()

/** Discarded drafts, for as long as that can be undone: in this page's memory, which always has room. */
const memory = new Map<string, DeviceDraft>()

/** Puts a message where `takeDeviceDraft` finds it, once. */
export function holdDeviceDraft(key: string, draft: DeviceDraft): void {
  const files = draft.fields.files.filter(({ id, blob }) => blob !== undefined || draft.sources?.has(id))
  memory.set(key, { ...draft, fields: { ...draft.fields, files } })
}

/** Takes a draft out of this page's memory or this device's storage. */
export function takeDeviceDraft(storage: DraftStorage, key: string): DeviceDraft | undefined {
  const draft = memory.get(key) ?? readDeviceDraft(storage, key)
  memory.delete(key)
  dropDeviceDraft(storage, key)
  return draft
}

export function dropDeviceDraft(storage: DraftStorage, key: string): void {
  storage.removeItem(key)
}

/** Undefined for no value, and for one that an older client or a curious user left there. */
export function readDeviceDraft(storage: DraftStorage, key: string): DeviceDraft | undefined {
  try {
    const value = JSON.parse(storage.getItem(key) ?? 'null') as Partial<DeviceDraft> | null
    return isWholeDraft(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function isWholeDraft(value: Partial<DeviceDraft> | null | undefined): value is DeviceDraft {
  return (
    Array.isArray(value?.fields?.to) &&
    typeof value.fields.sender?.accountId === 'string' &&
    typeof value.body?.text === 'string'
  )
}
