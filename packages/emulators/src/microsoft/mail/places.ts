import { childNamed, getPath, type Folder, type MailStore } from '../mailbox/mail-store.ts'
import { roles } from '../mailbox/well-known.ts'

/** The role that control and truth give a folder. */
export function getRole(folder: Folder): string | null {
  return roles.find(([, name]) => name === folder.wellKnown)?.[0] ?? null
}

/** A folder by its role or by its path of display names. */
export function findFolder(store: MailStore, place: string): Folder | undefined {
  const wellKnown = roles.find(([role]) => role === place)?.[1]
  if (wellKnown !== undefined) return store.wellKnown(wellKnown)
  let at: Folder | undefined = store.root
  for (const name of place.split('/')) at = at && childNamed(at, name)
  return at
}

/** The same, made where it is not there yet. */
export function folderFor(store: MailStore, place: string): Folder {
  const folder = findFolder(store, place)
  if (folder) return folder
  if (roles.some(([role]) => role === place)) throw new Error(`This mailbox has no folder for ${place}`)
  let at = store.root
  for (const name of place.split('/')) at = childNamed(at, name) ?? store.addFolder(name, at)
  return at
}

/** Returns the folder in the terms of the truth query: its role, else its path. */
export function getPlace(folder: Folder): string {
  return getRole(folder) ?? getPath(folder)
}
