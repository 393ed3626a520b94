import { expect, test } from 'vitest'
import { change } from './personal-calls.ts'
import { createOneTimeAddress } from './one-time-address.ts'

/** A personal account whose server answers every `set` with this. */
function answering(result: object | undefined) {
  const answers = { of: () => ({ ok: true, value: result }) }
  const jmap = { send: () => Promise.resolve(result && answers) }
  return { jmap, personal: { id: () => Promise.resolve('A0') } } as never
}

test('a refused change is told as refused, whatever the request was', async () => {
  const refused = { notUpdated: { S1: { type: 'notFound' } } }
  const outcome = await change(answering(refused), 'ShareLink/set', { update: { S1: { isRevoked: true } } })
  expect(outcome).toEqual({ ok: false, why: expect.stringMatching(/\.$/) })
})

test('a new link brings its address and the way back, a server out of reach a sentence', async () => {
  const made = { created: { link: { id: 'S1', url: 'https://example.org/share/x' } }, journalId: 'J1' }
  expect(await change(answering(made), 'ShareLink/set', { destroy: [] })).toEqual({
    ok: true,
    value: { url: 'https://example.org/share/x', journalId: 'J1' },
  })
  expect(await change(answering(undefined), 'BookingPage/set', { destroy: [] })).toMatchObject({ ok: false })
})

test('what is to be said of a new address waits until the address is closed, and is said once', () => {
  const address = createOneTimeAddress()
  const said: string[] = []
  address.show('https://example.org/share/x', () => said.push('made'))
  expect([address.url, said]).toEqual(['https://example.org/share/x', []])
  address.close()
  address.close()
  expect([address.url, said]).toEqual([undefined, ['made']])
})

test('without an address it is said at once', () => {
  const address = createOneTimeAddress()
  const said: string[] = []
  address.show(undefined, () => said.push('made'))
  expect([address.url, said]).toEqual([undefined, ['made']])
})
