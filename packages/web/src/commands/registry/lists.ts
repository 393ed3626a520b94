import { listWords } from '../../words/index.ts'
import { narrowed } from '../../records/index.ts'
import { listPaths } from '../places.ts'
import { grouped, type Command, type CommandParts } from './command.ts'

/** Choosing among the conversations of a list, and going to another one. */
export function listCommands({ navigator, desk }: CommandParts): Command[] {
  const isInMail = (): boolean => navigator.place.screen === 'mail'
  const select = grouped('move', () => isInMail() && desk.list.total > 0)
  const move = grouped('move', isInMail)
  const go = grouped('go')
  const to = (word: keyof typeof listPaths) => () =>
    navigator.go({ screen: 'mail', list: { role: listPaths[word] } })
  return [
    select('select-all', { keys: ['* a'], run: () => desk.select('all') }),
    select('select-whole', {
      keys: ['* e'],
      when: () => desk.selectedCount > 1 && desk.hasAllAtHand && desk.list.total > desk.selectedCount,
      run: () => desk.selectWhole(),
    }),
    select('select-none', {
      keys: ['* n'],
      when: () => desk.selectedCount > 0,
      run: () => desk.clearSelection(),
    }),
    select('select-read', { keys: ['* r'], run: () => desk.select('read') }),
    select('select-unread', { keys: ['* u'], run: () => desk.select('unread') }),
    move('extend-next', { keys: ['Shift+j', 'Shift+ArrowDown'], run: () => desk.extend(1) }),
    move('extend-previous', { keys: ['Shift+k', 'Shift+ArrowUp'], run: () => desk.extend(-1) }),
    move('unread-only', {
      keys: ['Shift+o'],
      title: () => (desk.name.isUnread ? listWords.showAll : listWords.unreadOnly),
      run: () => navigator.go({ screen: 'mail', list: narrowed(desk.name, !desk.name.isUnread) }),
    }),
    go('go-starred', { keys: ['g s'], run: to('starred') }),
    go('go-snoozed', { keys: ['g b'], run: to('snoozed') }),
    go('go-sent', { keys: ['g t'], run: to('sent') }),
    go('go-drafts', { keys: ['g d'], run: to('drafts') }),
    go('go-all', { keys: ['g a'], run: to('all') }),
    go('go-spam', { keys: ['g !'], run: to('spam') }),
    go('go-trash', { keys: ['g #'], run: to('trash') }),
  ]
}
