/** The types of a user's personal account, as the web client calls them (docs/jmap.md). */
import type { ChangesArgs, ChangesResult, GetArgs, GetResult, SetArgs, SetResult } from './jmap-shapes.ts'
import type { Preferences } from './preferences.ts'

export interface SavedSearch {
  id: string
  name: string
  /** As it was typed into the search box. */
  query: string
  sortOrder: number
}

/** A letter that is written more than once; its texts may hold variables, `{{recipient.firstName}}`. */
export interface Template {
  id: string
  name: string
  /** Empty: the letter keeps its own. */
  subject: string
  htmlBody: string
  sortOrder: number
}

export interface PersonalMethods {
  'Preferences/get': { args: GetArgs; result: GetResult<Preferences & { id: string }> }
  'Preferences/set': { args: SetArgs; result: SetResult }
  'SavedSearch/get': { args: GetArgs; result: GetResult<SavedSearch> }
  'SavedSearch/changes': { args: ChangesArgs; result: ChangesResult }
  'SavedSearch/set': { args: SetArgs<Omit<SavedSearch, 'id' | 'sortOrder'>>; result: SetResult }
  'Template/get': { args: GetArgs; result: GetResult<Template> }
  'Template/changes': { args: ChangesArgs; result: ChangesResult }
  'Template/set': { args: SetArgs<Omit<Template, 'id' | 'sortOrder'>>; result: SetResult }
}
