import type { AccountView, Mailbox } from '@plmail/wire'
import type { createFolders, FolderReach } from '../../records/index.ts'
import { folderWords } from '../../words/index.ts'
import { refusalSentence } from './folder-sentences.ts'

/** The fields of the folder form. */
interface FolderFields {
  name: string
  /** Null: at the top. */
  parentId: string | null
  hue: number | null
  isHidden: boolean
}

export interface FolderEditState {
  readonly isBusy: boolean
  readonly error: { field: 'name' | 'parent' | 'form'; text: string } | undefined
  /** Asked for before a folder is deleted; `counts` is undefined where nobody could tell. */
  readonly reach: { counts: FolderReach | undefined } | undefined
}

/** The form of one folder: it saves, and it deletes after it has said what goes. */
export interface FolderEdit {
  readonly state: FolderEditState
  save(fields: FolderFields): Promise<void>
  askReach(): Promise<void>
  remove(): Promise<void>
}

interface FolderEditNeeds {
  account: Pick<AccountView, 'id'>
  /** Undefined for a new folder. */
  folder: Mailbox | undefined
  folders: ReturnType<typeof createFolders>
  /** Where mail goes that is in no other folder: Gmail keeps it in the archive, others in the trash. */
  restId(): string | undefined
  show(state: FolderEditState): void
  onsaved(): void
  onremoved(id: string): void
}

export function createFolderEdit(needs: FolderEditNeeds): FolderEdit {
  const { account, folder, folders, restId, show, onsaved, onremoved } = needs
  let state: FolderEditState = { isBusy: false, error: undefined, reach: undefined }
  const update = (changed: Partial<FolderEditState>): void => show((state = { ...state, ...changed }))

  async function whileBusy<T>(work: Promise<T>): Promise<T> {
    update({ isBusy: true })
    const outcome = await work
    update({ isBusy: false })
    return outcome
  }

  const write = ({ name, parentId, hue, isHidden }: FolderFields) => {
    if (!folder) return folders.create(account.id, { name, parentId, hue })
    // The server's own folders keep their name and place.
    const place = folder.myRights.mayRename ? { name, parentId } : {}
    return folders.change(account.id, folder.id, { ...place, hue, isSubscribed: !isHidden })
  }

  return {
    get state() {
      return state
    },
    async save(fields) {
      const name = fields.name.trim()
      if (name === '') return update({ error: { field: 'name', text: folderWords.refused.badName } })
      const outcome = await whileBusy(write({ ...fields, name }))
      if (outcome.ok) onsaved()
      else update({ error: refusalSentence(outcome.why) })
    },
    async askReach() {
      if (folder) update({ reach: { counts: await whileBusy(folders.reach(account.id, folder.id)) } })
    },
    async remove() {
      if (!folder) return
      const outcome = await whileBusy(folders.remove(account.id, folder.id, restId()))
      if (outcome.ok) onremoved(folder.id)
      else update({ error: refusalSentence(outcome.why) })
    },
  }
}
