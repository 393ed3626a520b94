import { grouped, type Command, type CommandParts } from './command.ts'

/** Seeing conversations later, and putting back what was put away. */
export function snoozeCommands({ records, navigator, desk, actions, dialogs }: CommandParts): Command[] {
  const { store } = records
  const act = grouped('act', () => navigator.place.screen === 'mail' && desk.targets().length > 0)
  const lieIn = (...roles: ('snoozed' | 'trash' | 'junk' | 'archive' | 'drafts')[]): boolean =>
    desk.targets().every(({ accountId }) =>
      roles.some((role) => {
        const mailbox = store.mailboxWithRole(accountId, role)
        return mailbox !== undefined && desk.list.source.mailboxIn(accountId) === mailbox.id
      }),
    )
  return [
    act('snooze', {
      keys: ['b'],
      when: () => !lieIn('trash', 'junk', 'drafts'),
      run: () => dialogs.open('snooze'),
    }),
    act('unsnooze', { when: () => lieIn('snoozed'), run: () => actions.unsnooze(desk.targets()) }),
    act('remind', {
      keys: ['h'],
      when: () => !lieIn('trash', 'junk', 'drafts'),
      run: () => dialogs.open('remind'),
    }),
    act('label', { keys: ['l'], run: () => dialogs.open('label') }),
    act('to-inbox', {
      keys: ['Shift+e'],
      when: () => lieIn('trash', 'junk', 'archive'),
      run: () => void actions.toInbox(desk.targets()),
    }),
    act('to-spam', {
      keys: ['!'],
      when: () => !lieIn('junk', 'drafts'),
      run: () => void actions.toSpam(desk.targets()),
    }),
  ]
}
