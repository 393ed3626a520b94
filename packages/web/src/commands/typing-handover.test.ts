import { describe, expect, test, vi } from 'vitest'
import { client } from './client.fixture.ts'
import { createTypingHandover, type CommandId } from './index.ts'

/** A handover whose time is told by hand. */
function handover() {
  let timers: { ms: number; task: () => void }[] = []
  const onFail = vi.fn()
  const typing = createTypingHandover((ms, task) => {
    const timer = { ms, task }
    timers.push(timer)
    return () => void (timers = timers.filter((waiting) => waiting !== timer))
  }, onFail)
  const pass = (ms: number): void => timers.filter((timer) => timer.ms <= ms).forEach(({ task }) => task())
  const press = (...keys: string[]): void => keys.forEach((key) => typing.buffer({ key, shiftKey: false }))
  return { typing, onFail, pass, press }
}

describe('keys pressed before what takes them is there', () => {
  test('wait in their order until it takes them', () => {
    const { typing, press } = handover()
    typing.begin({ place: 'dialog:modal', cancel: () => undefined })
    press('e', 'l', 'Enter')
    expect(
      [typing.take(), typing.take(), typing.take(), typing.take()].map((bufferedKey) => bufferedKey?.key),
    ).toEqual(['e', 'l', 'Enter', undefined])
  })

  test('are shown once it takes long, as the text they make', () => {
    const { typing, press, pass } = handover()
    typing.begin({ place: 'dialog:modal', cancel: () => undefined })
    expect(typing.isSlow).toBe(false)
    pass(600)
    press('e', 'l', 'x', 'Backspace', 'i', 'Tab')
    expect(typing.isSlow).toBe(true)
    expect(typing.text).toBe('eli')
  })

  test('are nobody’s once it is cancelled', () => {
    const { typing, press } = handover()
    const cancel = vi.fn()
    typing.begin({ place: 'dialog:modal', cancel })
    press('e')
    typing.cancel()
    expect(cancel).toHaveBeenCalledOnce()
    expect(typing.coming).toBeUndefined()
    expect(typing.take()).toBeUndefined()
  })

  test('are no commands after a failure either, until the user has paused', () => {
    const { typing, press, pass, onFail } = handover()
    const cancel = vi.fn()
    typing.begin({ place: 'dialog:modal', cancel })
    press('e')
    typing.fail()
    typing.fail()
    expect([onFail.mock.calls.length, cancel.mock.calls.length]).toEqual([1, 1])
    press('l', 'i')
    expect(typing.coming).toBeDefined()
    expect(typing.take()).toBeUndefined()
    pass(1_200)
    expect(typing.coming).toBeUndefined()
  })

  test('are given up when nothing comes of it', () => {
    const { typing, pass, onFail } = handover()
    typing.begin({ place: 'dialog:modal', cancel: () => undefined })
    pass(30_000)
    expect(onFail).toHaveBeenCalledOnce()
  })
})

describe('every command', () => {
  /** Commands that open something, by what they open; calendars see to it themselves (calendar/over). */
  test('that opens a dialog or a message keeps the keys that follow for it', async () => {
    const { commands, dialogs, compose, typing, desk, ref } = await client(2, [
      ...(['inbox', 'archive', 'trash', 'drafts', 'junk', 'snoozed'] as const),
    ])
    const opening: CommandId[] = []
    for (const command of commands.values()) {
      desk.openThread(ref(1))
      const drafts = compose.drafts.length
      command.run()
      const opens = dialogs.current !== undefined || compose.drafts.length > drafts
      if (opens) opening.push(command.id)
      expect([command.id, typing.coming !== undefined]).toEqual([command.id, opens])
      typing.end()
      dialogs.close()
    }
    expect(opening).toEqual(
      expect.arrayContaining([
        'compose',
        'reply',
        'reply-all',
        'forward',
        'reply-full',
        'search',
        'palette',
        'shortcuts',
        'move',
        'label',
        'snooze',
        'remind',
        'categorise',
        'outbox',
        'scheduled',
        'destroy',
      ]),
    )
  })

  test('leaves the keys alone once its dialog is closed again', async () => {
    const { dialogs, typing } = await client(1)
    dialogs.open('move')
    dialogs.close()
    expect(typing.coming).toBeUndefined()
  })

  test('that opens the search leaves its keys to the search when it closes', async () => {
    const { dialogs, typing } = await client(1)
    dialogs.open('search')
    dialogs.close()
    expect(typing.coming).toBeDefined()
  })
})
