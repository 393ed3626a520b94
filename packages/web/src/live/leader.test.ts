import { describe, expect, test } from 'vitest'
import { type Channel, shareAmongTabs, type TabMessage, type WithLock } from './leader.ts'

const job = (done: number): TabMessage => ({
  kind: 'live',
  message: { kind: 'job', job: { job: 'import', accountId: 'A1', done, total: 9, text: '' } },
})

/** A browser with a lock that one tab holds at a time, and a channel that reaches all other tabs. */
function browser(hasLocks = true) {
  const channels: Channel[] = []
  const waiting: (() => Promise<void>)[] = []
  let isHeld = false
  const withLock: WithLock = (_name, work) => {
    if (isHeld) waiting.push(work)
    else void work()
    isHeld = true
    return Promise.resolve()
  }
  function openTab() {
    const heard: TabMessage[] = []
    let say: ((message: TabMessage) => void) | undefined
    const channel: Channel = {
      onmessage: null,
      postMessage: (data) =>
        channels
          .filter((otherChannel) => otherChannel !== channel)
          .forEach((otherChannel) => otherChannel.onmessage?.({ data })),
    }
    channels.push(channel)
    shareAmongTabs(
      { withLock: hasLocks ? withLock : undefined, channel },
      (tell) => void (say = tell),
      (message) => void heard.push(message),
    )
    return {
      heard,
      channel,
      isLeading: () => say !== undefined,
      say: (message: TabMessage) => say?.(message),
    }
  }
  return { openTab, channels, closeLeader: () => void waiting.shift()?.() }
}

describe('tabs of one browser', () => {
  test('have one that listens to the server, and all hear what it hears', () => {
    const { openTab } = browser()
    const [first, second] = [openTab(), openTab()]
    expect([first.isLeading(), second.isLeading()]).toEqual([true, false])
    first.say(job(3))
    expect([first.heard, second.heard]).toEqual([[job(3)], [job(3)]])
  })

  test('have another that listens once the first is closed', () => {
    const { openTab, closeLeader } = browser()
    const [, second, third] = [openTab(), openTab(), openTab()]
    closeLeader()
    expect([second.isLeading(), third.isLeading()]).toEqual([true, false])
    second.say({ kind: 'connected', isConnected: true })
    expect(third.heard).toEqual([{ kind: 'connected', isConnected: true }])
  })

  test('listen each for itself where the browser has no locks, and pass nothing on', () => {
    const { openTab } = browser(false)
    const [first, second] = [openTab(), openTab()]
    expect([first.isLeading(), second.isLeading()]).toEqual([true, true])
    first.say(job(1))
    expect([first.heard, second.heard]).toEqual([[job(1)], []])
  })
})

test.each([
  [null],
  ['connected'],
  [{ kind: 'connected' }],
  [{ kind: 'live' }],
  [{ kind: 'live', message: null }],
  [{ kind: 'live', message: { kind: 'state', change: { changed: 'everything' } } }],
  [{ kind: 'live', message: { kind: 'weather' } }],
  [{ kind: 'news', message: { kind: 'job' } }],
])('%j of another version of this client is passed over', (data) => {
  const { openTab, channels } = browser()
  const { heard } = openTab()
  channels[0]?.onmessage?.({ data })
  expect(heard).toEqual([])
})
