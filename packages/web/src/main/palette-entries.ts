import { keyCaps, searched, type App } from '../commands/index.ts'
import { savedSearchesOf, type Hit, type ThreadRef, type TypeaheadAnswer } from '../records/index.ts'
import { findingWords as words, nameOf, peopleLine, words as appWords } from '../words/index.ts'
import type { PaletteEntry } from './palette.ts'

/** Lists the entries available without a request: commands, labels, saved searches, recently opened conversations. */
export function entriesAtHand(app: App): PaletteEntry[] {
  return [...commands(app), ...labels(app), ...keptSearches(app), ...recentThreads(app)]
}

/** Lists the server's matches for the text. */
export function entriesFound(app: App, { people, threads }: TypeaheadAnswer): PaletteEntry[] {
  return [
    ...people.flatMap(({ name, email }) => person(app, name, email)),
    ...threads.map((hit) => threadEntry(app, hit, true)),
  ]
}

function commands({ commands: registry }: App): PaletteEntry[] {
  return [...registry.values()]
    .filter(({ id, when }) => id !== 'palette' && when())
    .map((command) => ({
      id: `command ${command.id}`,
      kind: 'command',
      icon: 'next',
      title: command.title(),
      keys: command.keys[0] === undefined ? undefined : keyCaps(command.keys[0]),
      run: () => command.run(),
    }))
}

/** Every folder and label: to go to, and for what is chosen, to move to or to put on. */
function labels({ records, navigator, desk, actions }: App): PaletteEntry[] {
  const accounts = records.accounts.all() ?? []
  const targets = navigator.place.screen === 'mail' ? desk.targets() : []
  return accounts.flatMap(({ id: accountId, address, provider }) => {
    const mayMove = targets[0]?.accountId === accountId
    const detail = accounts.length > 1 ? address : undefined
    return records.store.mailboxes(accountId).flatMap(({ id, name, role, myRights }): PaletteEntry[] => {
      const entry = (what: string, title: string, run: () => void): PaletteEntry => ({
        id: `${what} ${id}`,
        kind: 'label',
        icon: what === 'move' ? 'move' : 'folder',
        title,
        detail,
        run,
      })
      const go = entry('go', words.goTo({ name }), () =>
        navigator.go({ screen: 'mail', list: { accountId, mailboxId: id } }),
      )
      if (!mayMove || !myRights.mayAddItems || desk.list.source.mailboxIn(accountId) === id) return [go]
      const move = entry('move', words.moveTo({ name }), () =>
        actions.move(targets, { accountId, mailboxId: id }),
      )
      const isLabel = provider === 'provA' && role === null
      return isLabel
        ? [
            go,
            move,
            entry('label', words.label({ name }), () =>
              actions.label(targets, { accountId, mailboxId: id }, true),
            ),
          ]
        : [go, move]
    })
  })
}

function keptSearches({ records, navigator }: App): PaletteEntry[] {
  return (savedSearchesOf(records.context).all() ?? []).map(({ id, name, query }) => ({
    id: `search ${id}`,
    kind: 'search',
    icon: 'search',
    title: name,
    detail: query === name ? undefined : query,
    run: () => navigator.go(searched(query)),
  }))
}

function recentThreads(app: App): PaletteEntry[] {
  return app.desk.recent().flatMap((ref) => {
    const newest = app.records.store.peekEmailsOf(ref).at(-1)
    if (!newest) return []
    const { subject, from, receivedAt, id } = newest
    return [threadEntry(app, { ...ref, emailId: id, subject, from: from ?? [], receivedAt }, false)]
  })
}

function threadEntry(app: App, hit: Hit, isFound: boolean): PaletteEntry {
  const { accountId, threadId, subject, from, receivedAt } = hit
  const thread: ThreadRef = { accountId, threadId }
  return {
    id: `thread ${accountId} ${threadId}`,
    kind: 'thread',
    icon: 'mark-unread',
    isFound,
    title: subject || appWords.noSubject,
    detail: [peopleLine(from, new Set()), app.dates.short(new Date(receivedAt))].filter(Boolean).join(' · '),
    run: () => app.navigator.go({ screen: 'mail', list: { role: 'all' }, thread }),
  }
}

function person({ compose, navigator }: App, name: string | null, email: string): PaletteEntry[] {
  const called = nameOf({ name, email })
  const detail = name === null ? undefined : email
  return [
    {
      id: `write ${email}`,
      kind: 'person',
      icon: 'draft',
      title: words.writeTo({ name: called }),
      detail,
      isFound: true,
      run: () => compose.begin({ kind: 'new', to: [{ name, email }] }),
    },
    {
      id: `mail ${email}`,
      kind: 'person',
      icon: 'people',
      title: words.mailOf({ name: called }),
      detail,
      isFound: true,
      run: () => navigator.go(searched(`from:${email}`)),
    },
  ]
}
