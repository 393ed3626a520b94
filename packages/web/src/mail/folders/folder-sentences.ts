import type { SetError } from '@plmail/wire'
import type { FolderReach } from '../../records/index.ts'
import { folderWords } from '../../words/index.ts'

/** How far deleting a folder reaches; `isKept`: the provider keeps mail without a folder. */
export function reachSentence(reach: FolderReach | undefined, isKept: boolean): string {
  const words = folderWords.reach
  if (!reach) return words.unknown
  const { total, only } = reach
  if (total === 0) return words.empty
  if (only === 0) return `${words.total({ count: total })} ${words.allStay}`
  const goes = isKept ? words.archived({ count: only }) : words.trashed({ count: only })
  return [
    words.total({ count: total }),
    ...(total > only ? [words.stays({ count: total - only })] : []),
    goes,
  ].join(' ')
}

/** Returns why a change of a folder was refused, and the field that shows it. */
export function refusalSentence(why: SetError | undefined): {
  field: 'name' | 'parent' | 'form'
  text: string
} {
  const words = folderWords.refused
  if (!why) return { field: 'form', text: words.unreachable }
  if (why.type === 'alreadyExists') return { field: 'name', text: words.name }
  if (why.type === 'mailboxHasChild') return { field: 'form', text: words.child }
  if (why.type === 'forbidden') return { field: 'form', text: words.forbidden }
  if (why.properties?.includes('name')) return { field: 'name', text: words.badName }
  if (why.properties?.includes('parentId')) return { field: 'parent', text: words.parent }
  return { field: 'form', text: why.description ?? words.other }
}
