import { conversationOf } from '../../records/index.ts'
import { currentMessage } from '../current-message.ts'
import { grouped, type Command, type CommandParts } from './command.ts'

/** Writing: new messages and answers, and what applies inside the message that has the focus. */
export function writeCommands(parts: CommandParts): Command[] {
  const { records, navigator, desk, threads, compose, dialogs } = parts
  const anywhere = grouped('app')
  const answer = grouped('act', () => navigator.place.screen === 'mail')
  const inWindow = grouped('write', () => compose.current !== undefined)

  /** In the conversation that is open or under the cursor; drafts are not answered. */
  function answered(): { accountId: string; emailId: string } | undefined {
    const ref = desk.open ?? desk.cursor
    if (!ref || desk.selectedCount > 1) return undefined
    const email = currentMessage(parts, ref, ({ keywords }) => !keywords['$draft'])
    return email && { accountId: ref.accountId, emailId: email.id }
  }

  const isAnswerable = (): boolean => answered() !== undefined

  /** The draft of the open conversation that was chosen, or that it ends with. */
  function openDraft(): { accountId: string; emailId: string } | undefined {
    const ref = desk.open
    if (!ref) return undefined
    const newest = conversationOf(records.store, ref, desk.list.source).at(-1)
    const chosen = threads.current?.message()?.emailId
    const email = currentMessage(
      parts,
      ref,
      ({ id, keywords }) => keywords['$draft'] === true && (id === chosen || id === newest?.id),
    )
    return email && { accountId: ref.accountId, emailId: email.id }
  }

  function edit(): void {
    const email = openDraft()
    if (email) compose.begin({ kind: 'draft', ...email })
  }

  function begin(kind: 'reply' | 'reply-all' | 'forward', size?: 'full'): void {
    const email = answered()
    if (email) compose.begin({ kind, ...email }, size)
  }

  return [
    inWindow('send', { keys: ['Mod+Enter'], run: () => compose.current?.send() }),
    inWindow('send-and-archive', { keys: ['Mod+Shift+Enter'], run: () => compose.current?.sendAndArchive() }),
    inWindow('show-cc', { keys: ['Mod+Shift+c'], run: () => compose.current?.showCc() }),
    inWindow('show-bcc', { keys: ['Mod+Shift+b'], run: () => compose.current?.showBcc() }),
    inWindow('insert-template', { keys: ['Mod+Shift+e'], run: () => compose.current?.insertTemplate() }),
    inWindow('writing-help', { run: () => compose.current?.helpWriting() }),
    inWindow('attach', { keys: ['Mod+Shift+a'], run: () => compose.current?.attach() }),
    inWindow('discard', { keys: ['Mod+Shift+d'], run: () => compose.current?.discard() }),
    anywhere('compose', { keys: ['c'], run: () => compose.begin({ kind: 'new' }) }),
    anywhere('outbox', { keys: ['g o'], run: () => dialogs.open('outbox') }),
    anywhere('scheduled', { run: () => dialogs.open('scheduled') }),
    answer('edit-draft', { when: () => openDraft() !== undefined, run: () => edit() }),
    answer('reply', { keys: ['r'], when: isAnswerable, run: () => begin('reply') }),
    answer('reply-all', { keys: ['a'], when: isAnswerable, run: () => begin('reply-all') }),
    answer('forward', { keys: ['f'], when: isAnswerable, run: () => begin('forward') }),
    answer('reply-full', { keys: ['Shift+r'], when: isAnswerable, run: () => begin('reply', 'full') }),
  ]
}
