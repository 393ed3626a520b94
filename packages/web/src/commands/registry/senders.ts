import type { Email } from '@plmail/wire'
import type { ThreadRef } from '../../records/index.ts'
import { listWords } from '../../words/index.ts'
import { isFromSomebody, currentMessage } from '../current-message.ts'
import { grouped, type Command, type CommandParts } from './command.ts'

/** Creates the commands about senders. */
export function senderCommands(parts: CommandParts): Command[] {
  const { records, navigator, desk, actions, dialogs, senders } = parts
  const { store } = records
  const isMail = (): boolean => navigator.place.screen === 'mail'
  const act = grouped('act', () => isMail() && desk.targets().length > 0)
  const openSender = grouped('act', () => isMail() && received() !== undefined)
  const searchedSenders = grouped('act', () => query() !== undefined)

  /** Returns the typed query where the list shows search results. */
  function query(): string | undefined {
    const { place } = navigator
    return place.screen === 'mail' && 'role' in place.list ? place.list.query : undefined
  }

  /** The received message that is meant of the one conversation in front of the user. */
  function received(): { ref: ThreadRef; email: Email } | undefined {
    const [ref, ...more] = desk.targets()
    if (!ref || more.length > 0) return undefined
    const email = currentMessage(parts, ref, isFromSomebody)
    return email && { ref, email }
  }
  const isMuted = (): boolean =>
    desk.targets().every((ref) => store.emailsOf(ref).some(({ keywords }) => keywords['$muted']))

  return [
    act('mute', {
      keys: ['m'],
      title: () => (isMuted() ? listWords.mute.unmute : listWords.mute.title),
      run: () => void (isMuted() ? actions.unmute(desk.targets()) : actions.mute(desk.targets())),
    }),
    openSender('make-rule', {
      run: () => {
        const like = received()
        if (like) void senders().then((all) => all.makeRule(like.ref.accountId, like.email))
      },
    }),
    searchedSenders('rule-from-search', {
      run: () => {
        const typed = query()
        if (typed !== undefined) void senders().then((all) => all.makeRuleOfSearch(typed))
      },
    }),
    openSender('block', { run: () => dialogs.open('block') }),
    openSender('unsubscribe', { run: () => dialogs.open('unsubscribe') }),
  ]
}
