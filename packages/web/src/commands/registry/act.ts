import { commandWords } from '../../words/index.ts'
import { grouped, type Command, type CommandParts } from './command.ts'

/** Creates the commands on the conversations in front of the user. */
export function actCommands({ records, navigator, desk, actions, dialogs }: CommandParts): Command[] {
  const { store } = records
  const act = grouped('act', () => navigator.place.screen === 'mail' && desk.targets().length > 0)
  const emails = () => desk.targets().flatMap((ref) => store.emailsOf(ref))
  /** Whether the list shows the mailbox of that role in every account a target is in. */
  const isListOf = (role: 'archive' | 'trash' | 'drafts'): boolean =>
    desk.targets().every(({ accountId }) => {
      const mailbox = store.mailboxWithRole(accountId, role)
      return mailbox !== undefined && desk.list.source.mailboxIn(accountId) === mailbox.id
    })
  const isStarred = (): boolean =>
    desk.targets().length > 0 && desk.targets().every((ref) => store.emailsOf(ref).some(isFlagged))

  return [
    act('archive', {
      keys: ['e'],
      when: () => !isListOf('archive') && !isListOf('trash'),
      run: () => void actions.archive(desk.targets()),
    }),
    act('trash', {
      keys: ['#', 'Delete'],
      when: () => !isListOf('trash'),
      run: () => void actions.trash(desk.targets()),
    }),
    act('destroy', {
      keys: ['#', 'Delete'],
      when: () => isListOf('trash'),
      run: () => dialogs.open('confirm-destroy'),
    }),
    act('star', {
      keys: ['s'],
      title: () => (isStarred() ? commandWords.unstar : commandWords.titles.star),
      run: () => actions.toggleStar(desk.targets()),
    }),
    act('mark-read', {
      keys: ['Shift+i'],
      when: () => desk.isWhole || emails().some((email) => !email.keywords['$seen']),
      run: () => actions.markRead(desk.targets()),
    }),
    act('mark-unread', {
      keys: ['Shift+u'],
      when: () => desk.isWhole || emails().every((email) => email.keywords['$seen']),
      run: () => actions.markUnread(desk.targets()),
    }),
    act('move', { keys: ['v'], run: () => dialogs.open('move') }),
    act('select', {
      keys: ['x'],
      when: () => desk.cursor !== undefined,
      run: () => {
        if (desk.cursor) desk.toggleSelected(desk.cursor)
      },
    }),
  ]
}

function isFlagged({ keywords }: { keywords: Record<string, true> }): boolean {
  return keywords['$flagged'] === true
}
