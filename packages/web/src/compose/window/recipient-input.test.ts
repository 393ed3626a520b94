import type { EmailAddress } from '@plmail/wire'
import { expect, test } from 'vitest'
import { createRecipientInput, type RecipientInputState } from './recipient-input.ts'

const person = (email: string, name: string | null = null): EmailAddress => ({ name, email })
const [ann, bob] = [person('ann@x.example', 'Ann'), person('bob@x.example')]

function field(begun: readonly EmailAddress[] = []) {
  let people = begun
  const states: RecipientInputState[] = []
  const input = createRecipientInput({
    people: () => people,
    onchange: (changed) => void (people = changed),
    complete: async (text) => [ann, bob].filter(({ email }) => email.startsWith(text)),
    show: (state) => void states.push(state),
  })
  const press = (key: string) =>
    input.press({ key, ctrlKey: false, metaKey: false, isComposing: false } as KeyboardEvent)
  return { input, press, states, emails: () => people.map(({ email }) => email) }
}

test('an address with a comma becomes a person, and the field is empty again', () => {
  const { input, press, emails } = field()
  input.type('ann@x.example')
  expect(press(',')).toBe('taken')
  expect(emails()).toEqual(['ann@x.example'])
  expect(input.state.typed).toBe('')
})

test('Enter picks who is offered first, an arrow the next one', async () => {
  const { input, press, emails, states } = field()
  input.type('an')
  await expect.poll(() => input.state.suggested).toEqual([ann])
  press('Enter')
  expect(emails()).toEqual(['ann@x.example'])
  expect(states.at(-1)).toMatchObject({ typed: '', suggested: [] })
})

test('Escape closes the list first, and only then is for the window', async () => {
  const { input, press } = field()
  input.type('bo')
  await expect.poll(() => input.state.suggested).toHaveLength(1)
  expect(press('Escape')).toBe('closes')
  expect(input.state.suggested).toEqual([])
  expect(press('Escape')).toBeUndefined()
})

test('Backspace in the empty field takes the last person out', () => {
  const { press, emails } = field([ann, bob])
  press('Backspace')
  expect(emails()).toEqual(['ann@x.example'])
})

test('a list that is pasted is taken with what was typed before it, each person once', () => {
  const { input, emails } = field([ann])
  input.type('bo')
  expect(input.paste('b@x.example; ANN@x.example, Cem <cem@x.example>')).toBe(true)
  expect(emails()).toEqual(['ann@x.example', 'bob@x.example', 'cem@x.example'])
  expect(input.paste('Dora')).toBe(false)
})

test('a book is refused, until something is typed', () => {
  const { input, emails } = field()
  expect(input.paste('a@b.example,'.repeat(10_000))).toBe(true)
  expect(input.state.isTooLong).toBe(true)
  expect(emails()).toEqual([])
  input.type('a')
  expect(input.state.isTooLong).toBe(false)
})

test('who is edited is text again, name and all, and comes back changed', () => {
  const { input, press, emails } = field([ann, bob])
  input.edit(ann)
  expect(emails()).toEqual(['bob@x.example'])
  expect(input.state.typed).toBe('Ann <ann@x.example>')
  press('Enter')
  expect(emails()).toEqual(['bob@x.example', 'ann@x.example'])
})

test('leaving the field takes what was typed, an unfinished address too', () => {
  const { input, emails } = field()
  input.type('no address')
  input.leave()
  expect(emails()).toEqual(['no address'])
  input.leave()
  expect(emails()).toEqual(['no address'])
})

test('suggestions that come after the field was left are not shown', async () => {
  const { input } = field()
  input.type('ann')
  input.leave()
  await Promise.resolve()
  await Promise.resolve()
  expect(input.state.suggested).toEqual([])
})
