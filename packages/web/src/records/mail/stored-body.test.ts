import type { RenderedBody } from '@plmail/wire'
import { expect, test } from 'vitest'
import type { Jmap } from '../../net/index.ts'
import { memoryDisk } from './memory-disk.fixture.ts'
import { createReading } from './reading.ts'
import { createStore } from './store.ts'

const drawn = (srcdoc: string, more: Partial<RenderedBody> = {}): RenderedBody => ({
  id: 'M1',
  srcdoc,
  blockedImages: 0,
  isPlainText: true,
  inlineImages: [],
  isDark: false,
  mayDarken: false,
  warning: null,
  isTrusted: false,
  authentication: null,
  receipt: null,
  ...more,
})

/** A server that answers each request for a body with the next of these, and cannot be reached after the last. */
function readingFrom(...answers: RenderedBody[]) {
  const send = () => {
    const body = answers.shift()
    return Promise.resolve(body && { of: () => ({ ok: true, value: { list: [body] } }) })
  }
  const disk = memoryDisk()
  return { disk, reading: createReading({ send } as unknown as Jmap, createStore(), disk) }
}

const wish = { accountId: 'A1', emailId: 'M1', images: 'blocked', prefersDark: false } as const

test('a message that the server has lost is shown from what this device has kept', async () => {
  const { reading, disk } = readingFrom(drawn('', { problem: 'damaged' }))
  await disk.keepBody('A1/M1', drawn('whole'))
  expect(await reading.body(wish)).toMatchObject({ srcdoc: 'whole' })
})

test('the empty page of a damaged message is not kept, and the message is asked for again', async () => {
  const { reading, disk } = readingFrom(drawn('', { problem: 'damaged' }), drawn('restored'))
  expect(await reading.body(wish)).toMatchObject({ problem: 'damaged' })
  expect(await disk.hasBody('A1/M1')).toBe(false)
  expect(await reading.body(wish)).toMatchObject({ srcdoc: 'restored' })
})

test('a message that was read in dark colours is there without a network, dark where the theme is', async () => {
  const { reading, disk } = readingFrom(drawn('dark', { isDark: true }))
  await reading.body({ ...wish, prefersDark: true })
  const offline = createReading(
    { send: () => Promise.resolve(undefined) } as unknown as Jmap,
    createStore(),
    disk,
  )
  expect(await offline.body({ ...wish, prefersDark: true })).toMatchObject({ srcdoc: 'dark' })
  expect(await offline.body(wish)).toMatchObject({ srcdoc: 'dark' })
  await disk.keepBody('A1/M1', drawn('light'))
  const later = createReading(
    { send: () => Promise.resolve(undefined) } as unknown as Jmap,
    createStore(),
    disk,
  )
  expect(await later.body(wish)).toMatchObject({ srcdoc: 'light' })
})
