import { discardedDraftKeys, keptKeyOf, type App } from '../../commands/index.ts'
import { createTopic } from '../../records/index.ts'
import { composeWords } from '../../words/compose.ts'
import {
  dropDeviceDraft,
  storeDeviceDraft,
  readDeviceDraft,
  takenBack,
  type DeviceDraft,
} from '../draft/device-drafts.ts'

interface DiscardedDraft {
  readonly key: string
  readonly subject: string
  /** Off this device, and can be put back while the list is open. */
  readonly isDestroyed: boolean
}

/** The discarded messages with text that never reached the server, until it has confirmed. Watched. */
export interface DiscardedDrafts {
  readonly all: readonly DiscardedDraft[]
  /** Opens it as it was. */
  takeBack(key: string): void
  /** Takes the only copy off this device. */
  destroy(key: string): void
  restore(key: string): void
  /** Looks what other windows left. */
  look(): void
  /** Looks again whenever the server has answered. Answers how to end it. */
  follow(): () => void
}

type Parts = Pick<App, 'records' | 'outbox' | 'session' | 'toasts' | 'dialogs' | 'compose'>

export function createDiscardedDrafts(app: Parts, storage: Storage): DiscardedDrafts {
  const topic = createTopic()
  const destroyed = new Map<string, DeviceDraft>()

  function read(): DiscardedDraft[] {
    const drafts = discardedDraftKeys(storage, app.session.user.id).flatMap((key) => {
      const draft = readDeviceDraft(storage, key)
      return draft ? [{ key, subject: draft.fields.subject, isDestroyed: false }] : []
    })
    const gone = [...destroyed].map(([key, { fields }]) => ({
      key,
      subject: fields.subject,
      isDestroyed: true,
    }))
    // A key ends with the time of its message, so each keeps its place.
    return [...drafts, ...gone].toSorted((a, b) => a.key.localeCompare(b.key))
  }

  let all = read()
  function look(): void {
    all = read()
    topic.touch()
  }

  return {
    get all() {
      topic.watch()
      return all
    },
    takeBack(key) {
      const draft = readDeviceDraft(storage, key)
      // The server has heard of it in the meantime, or another window was faster.
      if (!draft) {
        look()
        return app.toasts.show({ text: composeWords.gone, tone: 'problem' })
      }
      const storageKey = keptKeyOf(key)
      takenBack.add(storageKey)
      dropDeviceDraft(storage, key)
      storeDeviceDraft(storage, storageKey, draft)
      app.dialogs.close()
      app.compose.begin({ kind: 'kept', storageKey, isWantedBack: true })
    },
    destroy(key) {
      const draft = readDeviceDraft(storage, key)
      if (draft) destroyed.set(key, draft)
      dropDeviceDraft(storage, key)
      look()
    },
    restore(key) {
      const draft = destroyed.get(key)
      if (draft && storeDeviceDraft(storage, key, draft)) destroyed.delete(key)
      look()
    },
    look,
    follow: () =>
      // main/forget-discarded.ts lets go of them once the outbox is empty, and heard of the answer before.
      app.records.submissions.listen(() => void app.outbox.flush().then(look)),
  }
}
