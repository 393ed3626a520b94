import { conversationOf } from '../../records/index.ts'
import { oneMessage } from '../current-message.ts'
import { grouped, type Command, type CommandParts } from './command.ts'

/** Writing: new letters and answers, and what applies inside the letter that has the focus. */
export function writeCommands(parts: CommandParts): Command[] {
  const { records, navigator, desk, threads, compose, dialogs } = parts
  const anywhere = grouped('app')
  const answer = grouped('act', () => navigator.place.screen === 'mail')
  const letter = grouped('write', () => compose.current !== undefined)

  /** In the conversation that is open or under the cursor; drafts are not answered. */
  function answered(): { accountId: string; emailId: string } | undefined {
    const ref = desk.open ?? desk.cursor
    if (!ref || desk.selectedCount > 1) return undefined
    const email = oneMessage(parts, ref, ({ keywords }) => !keywords['$draft'])
    return email && { accountId: ref.accountId, emailId: email.id }
  }

  const isAnswerable = (): boolean => answered() !== undefined

  /** The draft of the open conversation that was chosen, or that it ends with. */
  function draft(): { accountId: string; emailId: string } | undefined {
    const ref = desk.open
    if (!ref) return undefined
    const newest = conversationOf(records.store, ref, desk.list.source).at(-1)
    const chosen = threads.current?.message()?.emailId
    const email = oneMessage(
      parts,
      ref,
      ({ id, keywords }) => keywords['$draft'] === true && (id === chosen || id === newest?.id),
    )
    return email && { accountId: ref.accountId, emailId: email.id }
  }

  function edit(): void {
    const email = draft()
    if (email) compose.begin({ kind: 'draft', ...email })
  }

  function begin(kind: 'reply' | 'reply-all' | 'forward', size?: 'full'): void {
    const email = answered()
    if (email) compose.begin({ kind, ...email }, size)
  }

  return [
    letter('send', { keys: ['Mod+Enter'], run: () => compose.current?.send() }),
    letter('send-and-archive', { keys: ['Mod+Shift+Enter'], run: () => compose.current?.sendAndArchive() }),
    letter('show-cc', { keys: ['Mod+Shift+c'], run: () => compose.current?.showCc() }),
    letter('show-bcc', { keys: ['Mod+Shift+b'], run: () => compose.current?.showBcc() }),
    letter('insert-template', { keys: ['Mod+Shift+e'], run: () => compose.current?.insertTemplate() }),
    letter('attach', { keys: ['Mod+Shift+a'], run: () => compose.current?.attach() }),
    letter('discard', { keys: ['Mod+Shift+d'], run: () => compose.current?.discard() }),
    anywhere('compose', { keys: ['c'], run: () => compose.begin({ kind: 'new' }) }),
    anywhere('outbox', { keys: ['g o'], run: () => dialogs.open('outbox') }),
    anywhere('scheduled', { run: () => dialogs.open('scheduled') }),
    answer('edit-draft', { when: () => draft() !== undefined, run: () => edit() }),
    answer('reply', { keys: ['r'], when: isAnswerable, run: () => begin('reply') }),
    answer('reply-all', { keys: ['a'], when: isAnswerable, run: () => begin('reply-all') }),
    answer('forward', { keys: ['f'], when: isAnswerable, run: () => begin('forward') }),
    answer('reply-full', { keys: ['Shift+r'], when: isAnswerable, run: () => begin('reply', 'full') }),
  ]
}
