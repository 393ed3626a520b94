import type { EmailAddress } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { createCompletion, entryKey, pasteMeaning } from './recipient-entry.ts'

const person = (email: string): EmailAddress => ({ name: null, email })
const [ann, bob, cem] = [person('ann@x.example'), person('bob@x.example'), person('cem@x.example')]

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key, ctrlKey: false, metaKey: false, isComposing: false, ...more }) as KeyboardEvent

const idle = { typed: '', suggestions: 0, chosen: 0 }
const typing = { ...idle, typed: 'ann' }
const choosing = { typed: 'an', suggestions: 3, chosen: 0 }

describe('a key in a field for people', () => {
  test.each([',', ';'])('%s takes what was typed', (key) => {
    expect(entryKey(press(key), typing)).toEqual({ do: 'take' })
  })

  test('Enter takes what was typed, and with nothing typed is the browser’s', () => {
    expect(entryKey(press('Enter'), typing)).toEqual({ do: 'take' })
    expect(entryKey(press('Enter'), idle)).toBeUndefined()
    expect(entryKey(press('Enter'), { ...idle, typed: '  ' })).toBeUndefined()
  })

  test('Enter with Ctrl or Cmd sends the message, and takes nothing', () => {
    expect(entryKey(press('Enter', { ctrlKey: true }), typing)).toBeUndefined()
    expect(entryKey(press('Enter', { metaKey: true }), choosing)).toBeUndefined()
  })

  test('Backspace takes the last one out only where nothing is typed', () => {
    expect(entryKey(press('Backspace'), idle)).toEqual({ do: 'remove-last' })
    expect(entryKey(press('Backspace'), typing)).toBeUndefined()
  })

  test('letters, Tab and arrows are the browser’s while nothing is offered', () => {
    for (const key of ['a', 'Tab', 'ArrowDown', 'ArrowUp', 'Escape'])
      expect(entryKey(press(key), typing)).toBeUndefined()
  })

  test('what a keyboard of many letters composes is none of ours, Enter neither', () => {
    expect(entryKey(press('Enter', { isComposing: true }), choosing)).toBeUndefined()
  })
})

describe('a key while people are offered', () => {
  test('arrows go round', () => {
    expect(entryKey(press('ArrowDown'), choosing)).toEqual({ do: 'choose', index: 1 })
    expect(entryKey(press('ArrowDown'), { ...choosing, chosen: 2 })).toEqual({ do: 'choose', index: 0 })
    expect(entryKey(press('ArrowUp'), choosing)).toEqual({ do: 'choose', index: 2 })
  })

  test.each(['Enter', 'Tab'])('%s picks who is chosen', (key) => {
    expect(entryKey(press(key), choosing)).toEqual({ do: 'pick' })
  })

  test('Escape closes the list, a comma still takes what was typed', () => {
    expect(entryKey(press('Escape'), choosing)).toEqual({ do: 'close' })
    expect(entryKey(press(','), choosing)).toEqual({ do: 'take' })
  })
})

describe('what is pasted', () => {
  test.each(['ann@x.example', 'Ann, Bob', 'Ann; Bob', 'ann\nbob'])('%j is read as people', (text) => {
    expect(pasteMeaning(text)).toBe('take')
  })

  test('half a name is typed on', () => {
    expect(pasteMeaning('Ann')).toBe('type')
  })

  test('a book is refused unread', () => {
    expect(pasteMeaning('a@b.example,'.repeat(10_000))).toBe('too-long')
  })
})

describe('completion', () => {
  /** The test decides when each answer comes. */
  function completing() {
    const waiting = new Map<string, (people: EmailAddress[]) => void>()
    const shown: (readonly EmailAddress[])[] = []
    const completion = createCompletion(
      (text) => new Promise((resolve) => void waiting.set(text, resolve)),
      (people) => void shown.push(people),
    )
    return {
      completion,
      waiting,
      shown,
      answer: (text: string, people: EmailAddress[]) => waiting.get(text)?.(people),
    }
  }

  test('is asked of two letters or more, without the blanks around', async () => {
    const { completion, waiting, shown } = completing()
    await completion.ask(' a ', [])
    expect(shown).toEqual([[]])
    void completion.ask(' an ', [])
    expect([...waiting.keys()]).toEqual(['an'])
  })

  test('offers nobody who is there already, whatever the case', async () => {
    const { completion, shown, answer } = completing()
    const asking = completion.ask('x.', [person('ANN@x.example')])
    answer('x.', [ann, bob])
    await asking
    expect(shown).toEqual([[bob]])
  })

  test('offers eight at most', async () => {
    const { completion, shown, answer } = completing()
    const asking = completion.ask('many', [])
    answer(
      'many',
      Array.from({ length: 20 }, (_, n) => person(`p${String(n)}@x.example`)),
    )
    await asking
    expect(shown[0]).toHaveLength(8)
  })

  test('drops the answer to what is not typed any more, in whichever order answers come', async () => {
    const { completion, shown, answer } = completing()
    const first = completion.ask('an', [])
    const second = completion.ask('ann', [])
    answer('ann', [ann])
    answer('an', [ann, bob, cem])
    await Promise.all([first, second])
    expect(shown).toEqual([[ann]])
  })

  test('stays closed when an answer comes after somebody was picked', async () => {
    const { completion, shown, answer } = completing()
    const asking = completion.ask('an', [])
    completion.close()
    answer('an', [ann])
    await asking
    expect(shown).toEqual([[]])
  })
})
