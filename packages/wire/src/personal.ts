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

/** A message that is written more than once; its texts may hold variables, `{{recipient.firstName}}`. */
export interface Template {
  id: string
  name: string
  /** Empty: the message keeps its own. */
  subject: string
  htmlBody: string
  sortOrder: number
}

export interface PersonalMethods {
  /** The choices of the user that every client follows; one object. */
  'Preferences/get': { args: GetArgs; result: GetResult<Preferences & { id: string }> }
  /** Whether they changed since a state. */
  'Preferences/changes': { args: ChangesArgs; result: ChangesResult }
  /** Changes single choices. */
  'Preferences/set': { args: SetArgs; result: SetResult }
  /** The searches that a user keeps. */
  'SavedSearch/get': { args: GetArgs; result: GetResult<SavedSearch> }
  /** Ids of those that were made, changed or removed since a state. */
  'SavedSearch/changes': { args: ChangesArgs; result: ChangesResult }
  /** Keeps searches, renames and removes them. */
  'SavedSearch/set': { args: SetArgs<Omit<SavedSearch, 'id' | 'sortOrder'>>; result: SetResult }
  /** The templates of messages. */
  'Template/get': { args: GetArgs; result: GetResult<Template> }
  /** Ids of those that were made, changed or removed since a state. */
  'Template/changes': { args: ChangesArgs; result: ChangesResult }
  /** Templates by words of the name, the subject and the text. */
  'Template/query': {
    args: {
      accountId: string
      filter?: { text: string } | null
      position?: number
      limit?: number
      calculateTotal?: boolean
    }
    result: {
      accountId: string
      queryState: string
      canCalculateChanges: boolean
      position: number
      ids: string[]
      total?: number
    }
  }
  /** Makes templates, changes and removes them. */
  'Template/set': { args: SetArgs<Omit<Template, 'id' | 'sortOrder'>>; result: SetResult }
}
