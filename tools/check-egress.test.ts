import { describe, expect, test } from 'vitest'
import { findWaysOut } from './check-egress.mjs'

const found = (text: string, path = 'mail/some-file.ts') => findWaysOut(path, text).map(({ what }) => what)

describe('a way past the ledger is found', () => {
  test.each([
    `import { connect } from 'node:net'`,
    `import { isIP, connect } from 'node:net'`,
    `import * as tls from 'node:tls'`,
    `import net from 'node:net'; net.connect(25)`,
    `import { request } from 'https'`,
    `import { lookup } from 'node:dns/promises'`,
    `import { Agent } from 'undici'`,
    `import pg from 'pg'; new pg.Client()`,
    `import { createTransport } from 'nodemailer'`,
    `import { ImapFlow } from 'imapflow'`,
    `import { WebSocket } from 'ws'`,
    `export { connect } from 'node:tls'`,
    `const { connect } = await import('node:net')`,
    `const tls = require('tls')`,
    `await fetch('https://example.org')`,
    `const ask = { fetch }`,
    `const go = globalThis.fetch`,
    `new WebSocket('wss://example.org')`,
  ])('%s', (text) => expect(found(text)).not.toEqual([]))
})

describe('what opens nothing is let be', () => {
  test.each([
    `import { isIP, BlockList } from 'node:net'`,
    `import { type Socket } from 'node:net'`,
    `import type { Agent } from 'undici'`,
    `import { errors, type Dispatcher } from 'undici'`,
    `function f({ fetch }: Needs) { return fetch('x') }`,
    `const run = (fetch: Fetch) => fetch('x')`,
    `needs.fetch('x')`,
    `interface Needs { fetch: Fetch }`,
    `session.fetch(path, ids)`,
    `const { fetch } = needs; fetch('x')`,
    `export { a } from './b.ts'`,
  ])('%s', (text) => expect(found(text)).toEqual([]))
})

test('exceptions are for their files and for what they are there for', () => {
  expect(found(`import pg from 'pg'; new pg.Pool()`, 'store/database.ts')).toEqual([])
  expect(found(`import pg from 'pg'; error instanceof pg.DatabaseError`, 'accounts/add-account.ts')).toEqual(
    [],
  )
  expect(found(`import pg from 'pg'; new pg.Pool()`, 'accounts/add-account.ts')).toEqual(['pg (Pool)'])
  expect(found(`import { Socket } from 'node:net'`, 'store/gathering-socket.ts')).toEqual([])
  expect(found(`import { Socket } from 'node:net'`, 'store/other.ts')).toEqual(['net (Socket)'])
})
