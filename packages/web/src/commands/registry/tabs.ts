import { categorised } from '../../records/index.ts'
import { commandWords } from '../../words/index.ts'
import { grouped, type Command, type CommandParts } from './command.ts'

/** The tabs of an Inbox: having them, going through them, and putting conversations into another. */
export function tabCommands({ navigator, desk, dialogs, preferences }: CommandParts): Command[] {
  const isInMail = (): boolean => navigator.place.screen === 'mail'
  const hasTabs = (): boolean => preferences.current.hasCategoryTabs
  const go = grouped('go', () => isInMail() && desk.tabs.length > 1)
  const act = grouped('act', () => isInMail() && hasTabs() && desk.targets().length > 0)

  function step(by: 1 | -1): void {
    const { tabs, name } = desk
    const at = tabs.findIndex((tab) => tab === name.category)
    const list = categorised(name, tabs.at((at + by) % tabs.length))
    navigator.go({ screen: 'mail', list })
  }

  return [
    go('next-tab', { keys: ['`'], run: () => step(1) }),
    go('previous-tab', { keys: ['~'], run: () => step(-1) }),
    act('categorise', { run: () => dialogs.open('categorise') }),
    grouped('app')('category-tabs', {
      title: () => (hasTabs() ? commandWords.wholeInbox : commandWords.titles['category-tabs']),
      run: () => preferences.set({ hasCategoryTabs: !hasTabs() }),
    }),
  ]
}
