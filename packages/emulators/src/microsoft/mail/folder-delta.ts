import type { EmulatedAnswer } from '../../http/answer.ts'
import type { GraphCall } from '../graph/call.ts'
import { readPage } from '../graph/paging.ts'
import { readSelection, type FieldSelection } from '../graph/selection.ts'
import type { DeltaCursor } from './cursor.ts'
import { answerDelta, readableHead, type DeltaSource, type ListedItem } from './delta.ts'
import { folderJson } from './folder-json.ts'
import { selectionParameters } from './message-delta.ts'
import type { Folder } from '../mailbox/mail-store.ts'

/** `GET /me/mailFolders/delta`: the whole tree, flat [D]. A folder whose counts changed is in it too [K]. */
export function folderDelta(call: GraphCall): EmulatedAnswer {
  return answerDelta(call, getSource(call), () => begin(call))
}

function begin(call: GraphCall): DeltaCursor {
  const { query } = call
  return {
    kind: 'folders',
    folder: 0,
    select: query.get('$select'),
    expand: null,
    changeType: null,
    since: null,
    newestFirst: false,
    size: readPage(call).size,
    from: readableHead(call, call.mailbox.store.log.head),
    upTo: null,
    at: 0,
    atTime: null,
    served: 0,
    hasPaused: false,
    withHidden: query.get('includeHiddenFolders')?.toLowerCase() === 'true',
    issuedAt: 0,
  }
}

function getSource(call: GraphCall): DeltaSource {
  const { store } = call.mailbox
  let selection: FieldSelection | undefined
  const getSelection = (cursor: DeltaCursor): FieldSelection =>
    (selection ??= readSelection('mailFolder', selectionParameters(cursor)))
  const isShown = (folder: Folder, cursor: DeltaCursor): boolean =>
    folder !== store.root && (cursor.withHidden || !folder.isHidden)
  const show = (folder: Folder, cursor: DeltaCursor): object => ({
    '@odata.type': '#microsoft.graph.mailFolder',
    ...folderJson(folder, getSelection(cursor)),
  })
  return {
    kind: 'folders',
    folder: 0,
    path: '/me/mailFolders/delta',
    check: (cursor) => void getSelection(cursor),
    *listFrom(cursor): Generator<ListedItem> {
      for (const folder of store.folders.values())
        if (folder.serial > cursor.at && isShown(folder, cursor))
          yield { at: folder.serial, atTime: null, show: () => show(folder, cursor) }
    },
    getKey: ({ op }) => op.folder,
    showChange(n, entries, cursor) {
      const folder = store.folders.get(n)
      if (folder) return isShown(folder, cursor) ? [show(folder, cursor)] : []
      const isDeleted = entries.some(({ op }) => op.kind === 'folder' && op.change === 'deleted')
      return isDeleted ? [removed(store.ids.folder(n))] : []
    },
  }
}

function removed(id: string): object {
  return { '@odata.type': '#microsoft.graph.mailFolder', id, '@removed': { reason: 'deleted' } }
}
