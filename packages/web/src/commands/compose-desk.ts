import type { EmailAddress } from '@plmail/wire'
import { createTopic } from '../records/index.ts'
import type { TypingHandover } from './typing-handover.ts'

/** The message that a draft answers or passes on, and how that one is marked once the draft has gone. */
export interface DraftOrigin {
  readonly accountId: string
  readonly emailId: string
  readonly keyword: '$answered' | '$forwarded'
}

/** The kind of message that the user wants to write. */
export type ComposeRequest =
  | { kind: 'new'; to?: readonly EmailAddress[] }
  | { kind: 'reply' | 'reply-all' | 'forward'; accountId: string; emailId: string }
  | { kind: 'draft'; accountId: string; emailId: string; about?: DraftOrigin | undefined }
  | { kind: 'mailto'; url: string }
  /** A message that this device kept while the server was away; `isWantedBack`: discarded or queued, and taken back. */
  | { kind: 'kept'; storageKey: string; isWantedBack?: true }

/** A template that is written or changed: without `id` a new one. */
interface TemplateWish {
  readonly id?: string
  readonly name: string
  readonly subject: string
  readonly htmlBody: string
}

export interface OpenDraft {
  readonly key: number
  readonly wish: ComposeRequest
  readonly size: 'docked' | 'full'
}

/** The commands on the message in front of the user; the window of that message carries them out. */
export interface DraftActions {
  send(): void
  sendAndArchive(): void
  showCc(): void
  showBcc(): void
  attach(): void
  insertTemplate(): void
  /** Asks the assistant. */
  helpWriting(): void
  /** Keeps the draft. */
  close(): void
  discard(): void
}

/** The messages that are being written, whatever screen is below. Watched, like everything here. */
export interface ComposeDesk {
  readonly drafts: readonly OpenDraft[]
  /** Whether anything was written since the page was loaded; the outcome of sent messages is still to be shown. */
  readonly isNeeded: boolean
  begin(wish: ComposeRequest, size?: OpenDraft['size']): void
  end(key: number): void
  /** Whether a message is the whole screen: what lies below it cannot be reached then, by no key either. */
  readonly isCovering: boolean
  cover(isCovering: boolean): void
  /** The template that is open to be edited, wherever the user is. */
  readonly template: TemplateWish | undefined
  editTemplate(wish: TemplateWish | undefined): void
  /** The message that has the focus. */
  readonly current: DraftActions | undefined
  focus(deeds: DraftActions | undefined): void
}

/** `kept`: what this device still has from before. */
export function createComposeDesk(
  storageKeys: readonly string[],
  typing: Pick<TypingHandover, 'begin'>,
): ComposeDesk {
  const topic = createTopic()
  const ground = createTopic()
  let count = 0
  let isCovering = false
  let drafts: readonly OpenDraft[] = []
  let current: DraftActions | undefined
  let isNeeded = false
  let template: TemplateWish | undefined

  function begin(wish: ComposeRequest, size: OpenDraft['size'] = 'docked'): void {
    isNeeded = true
    // A draft is open once; asking for it again only brings it to the front.
    const open = wish.kind === 'draft' && drafts.find((draft) => isSameDraft(draft.wish, wish))
    const key = (count += 1)
    if (!open) drafts = [...drafts, { key, wish, size }]
    topic.touch()
    if (!open) typing.begin({ place: `[data-draft="${String(key)}"]`, cancel: () => end(key) })
  }

  function end(key: number): void {
    drafts = drafts.filter((draft) => draft.key !== key)
    topic.touch()
  }

  function editTemplate(wish: TemplateWish | undefined): void {
    isNeeded = true
    template = wish
    topic.touch()
    if (wish) typing.begin({ place: 'dialog:modal', cancel: () => editTemplate(undefined) })
  }

  for (const storageKey of storageKeys) begin({ kind: 'kept', storageKey })

  return {
    get drafts() {
      topic.watch()
      return drafts
    },
    get isNeeded() {
      topic.watch()
      return isNeeded
    },
    begin,
    end,
    get isCovering() {
      ground.watch()
      return isCovering
    },
    cover(next) {
      if (next === isCovering) return
      isCovering = next
      ground.touch()
    },
    get template() {
      topic.watch()
      return template
    },
    editTemplate,
    get current() {
      topic.watch()
      return current
    },
    focus(deeds) {
      current = deeds
      topic.touch()
    },
  }
}

function isSameDraft(a: ComposeRequest, b: ComposeRequest): boolean {
  return a.kind === 'draft' && b.kind === 'draft' && a.emailId === b.emailId && a.accountId === b.accountId
}
