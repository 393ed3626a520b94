import { frameScript } from '@plmail/wire/frame-script'
import type { RenderedBody } from '@plmail/wire'
import * as database from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeAll, expect, test, vi } from 'vitest'
import { createMailDisk } from './index.ts'

beforeAll(() => {
  for (const [name, part] of Object.entries(database)) vi.stubGlobal(name, part)
})

const disk = (userId: string) =>
  createMailDisk({ userId, window: userId, now: () => 0, patience: new Promise(() => {}) })
const document = (script: string) =>
  `<html><head><meta content="script-src 'nonce-a+b/c='"></head><body><plmail-body><p>Hello</p></plmail-body>${script}</body></html>`
const bodyWith = (script: string) => ({ id: 'M1', srcdoc: document(script) }) as RenderedBody
const scriptOf = (text: string) => `<script nonce="a+b/c=">${text}</script>`

test('a body that an earlier version has rendered is shown with the script that this version’s page allows', async () => {
  const mail = disk('U1')
  await mail.keepBody('A1/M1', bodyWith(scriptOf('earlier()')))
  expect((await mail.body('A1/M1'))?.srcdoc).toBe(document(scriptOf(frameScript)))
})

test('the script is not stored, and one that an earlier version has stored is replaced', async () => {
  const mail = disk('U2')
  await mail.keepBody('A1/M1', bodyWith(scriptOf(frameScript)))
  const db = await openDB('plmail-mail-U2')
  expect((await db.get('bodies', 'A1/M1')).srcdoc).not.toContain('<script')
  await db.put('bodies', bodyWith(scriptOf('earlier()')), 'A1/M2')
  expect((await mail.body('A1/M2'))?.srcdoc).toBe(document(scriptOf(frameScript)))
})
