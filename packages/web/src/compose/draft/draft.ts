import { createTopic } from '../../records/index.ts'
import { discardedKeyOf, type App } from '../../commands/index.ts'
import { roleName } from '../../words/index.ts'
import { textOfHtml } from '../editor/index.ts'
import { createFiles, type Files } from './files.ts'
import { emailOf, type Body, type Fields } from './message.ts'
import { randomId } from './random-id.ts'
import { sayWhy } from './refusal-text.ts'
import { createSaver, type Saver } from './autosave.ts'
import { dropDeviceDraft, storeDeviceDraft, putAside, type DeviceDraft } from './device-drafts.ts'
import type { DraftStart } from './start.ts'

/** A draft: its fields, its files and its saving. Watched, like everything in this file. */
export interface Draft {
  readonly fields: Fields
  readonly about: DraftStart['about']
  readonly saver: Pick<Saver, 'state' | 'draft' | 'isBehind' | 'unconfirmed' | 'wasChangedElsewhere'>
  readonly files: Files
  set(changes: Partial<Omit<Fields, 'files'>>): void
  /** Returns the text as its editor has it now; called when the draft is saved. */
  bindBody(read: () => Body): void
  readBody(): Body
  bodyChanged(): void
  flush(): Promise<boolean>
  /** Removes it from this device and stops saving; the draft on the server stays. See `Saver.stop`. */
  release(): Promise<void> | undefined
  /** Returns it as it is now, to be stored on this device once more, under this key. */
  copy(): { storageKey: string; draft: DeviceDraft }
  /** Stores a copy among the discarded drafts of this device. Returns a function that removes it. */
  putAside(copy: DeviceDraft): () => void
}

/** The maximum size of one message (docs/jmap.md, limits): 50 MiB. */
export const maxBytes = 50 * 1024 * 1024

export function createDraft(app: App, start: DraftStart, storageKey: string): Draft {
  const topic = createTopic()
  const { drafts } = app.records
  let fields = start.fields
  let readBody = (): Body =>
    'html' in start.body
      ? { html: start.body.html, text: textOfHtml(start.body.html) }
      : { html: null, text: start.body.text }

  const files = createFiles({
    files: fields.files,
    sources: start.sources,
    isOffline: () => app.connection.isOffline,
    accountId: () => fields.sender.accountId,
    upload: app.upload,
    most: maxBytes,
    onChange(isContent) {
      fields = { ...fields, files: files.all() }
      topic.touch()
      if (isContent) saver.touch()
    },
  })

  const asItIs = (): DeviceDraft => {
    const { about } = start
    return { fields, body: readBody(), draft: saver.draft, about }
  }

  const saver: Saver = createSaver({
    draft: start.draft,
    save: drafts.save,
    findByMessageId: drafts.findByMessageId,
    destroy: drafts.destroy,
    async write(messageId) {
      const { accountId } = fields.sender
      const draftsId = await app.records.mailboxFor(accountId, 'drafts', roleName.drafts ?? 'Drafts')
      if (draftsId === undefined) return undefined
      if (!(await files.bringTo(accountId, drafts.copyFiles))) return undefined
      return { accountId, email: emailOf(fields, readBody(), draftsId, messageId) }
    },
    keep(isWanted) {
      if (!isWanted) {
        dropDeviceDraft(localStorage, storageKey)
        return true
      }
      return storeDeviceDraft(localStorage, storageKey, asItIs())
    },
    newMessageId: () => `${randomId()}@${domainOf(fields.sender.identity.email)}`,
    sayWhy,
    now: () => new Date(),
    after: app.after,
    onChange: topic.touch,
  })

  return {
    get fields() {
      topic.watch()
      return fields
    },
    about: start.about,
    get saver() {
      topic.watch()
      return saver
    },
    files,
    set(changes) {
      fields = { ...fields, ...changes }
      topic.touch()
      saver.touch()
    },
    bindBody(read) {
      readBody = read
    },
    readBody: () => readBody(),
    bodyChanged: saver.touch,
    flush: saver.flush,
    release() {
      files.stopAll()
      dropDeviceDraft(localStorage, storageKey)
      return saver.stop()
    },
    copy: () => ({ storageKey, draft: asItIs() }),
    putAside(copy) {
      putAside(localStorage, storageKey, copy)
      return () => dropDeviceDraft(localStorage, discardedKeyOf(storageKey))
    },
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
