import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  declaredMethods,
  type JmapForTests,
  jmapForTests,
} from '../../../../server-testing/src/jmap/test-jmap.ts'
import { limits } from '../engine/limits.ts'
import { maxSnippets } from '../mail/search-snippet/get.ts'

/** docs/jmap.md says what the running server says of itself. */
const document = readFileSync(join(import.meta.dirname, '../../../../../docs/jmap.md'), 'utf8')
const table = [...declaredMethods.keys()]

type Json = Record<string, unknown>
interface Session {
  capabilities: Record<string, Json>
  accounts: Record<string, { accountCapabilities: Record<string, Json> }>
  primaryAccounts: Record<string, string>
}

let rig: JmapForTests
let session: Session
let ofMail: Record<string, Json>
beforeAll(async () => {
  rig = await jmapForTests()
  const headers = { authorization: `Bearer ${rig.ada.token}` }
  session = (await rig.http.app.inject({ url: '/jmap/session', headers })).json<Session>()
  ofMail = session.accounts[rig.ada.accountId]!.accountCapabilities
})
afterAll(() => rig[Symbol.asyncDispose]())

/** The part of the document below a heading, up to the next of the same rank. */
function part(heading: string): string {
  const start = document.indexOf(`\n${heading}\n`)
  expect(start, heading).toBeGreaterThan(0)
  const rank = heading.slice(0, heading.indexOf(' ') + 1)
  const end = document.indexOf(`\n${rank}`, start + heading.length)
  return document.slice(start, end < 0 ? undefined : end)
}
const getRows = (text: string) => text.split('\n').filter((line) => line.startsWith('|'))
const marked = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, mark]) => mark!)

test('every capability of the session has its row, and no row is left over', () => {
  const rows = getRows(part('## Capabilities')).flatMap((row) => /^\| `(urn:[^`]+)`/.exec(row)?.[1] ?? [])
  expect(rows.toSorted()).toEqual(Object.keys(session.capabilities).toSorted())
})

test('what mail accounts can do is announced for the server too, and has its primary account', () => {
  expect(Object.keys(session.capabilities)).toEqual(expect.arrayContaining(Object.keys(ofMail)))
  const personal = Object.entries(session.accounts).find(([id]) => id !== rig.ada.accountId) ?? []
  const all = (names: object, id: string) => Object.keys(names).map((name) => [name, id])
  const primary = Object.fromEntries([
    ...all(personal[1]?.accountCapabilities ?? {}, personal[0] ?? ''),
    ...all(ofMail, rig.ada.accountId),
  ]) as Record<string, string>
  expect(session.primaryAccounts).toEqual(primary)
  for (const urn of ['mail', 'submission', 'blob', 'quota', 'mdn'])
    expect(primary).toHaveProperty([`urn:ietf:params:jmap:${urn}`])
})

test('every method is told of, and no other', () => {
  const types = [...new Set(table.map((name) => name.split('/')[0]!))]
  const isMethod = (mark: string) => new RegExp(`^(${types.join('|')})/[a-z]\\w+$`).test(mark)
  const told = new Set(marked(document).filter(isMethod))
  expect([...told].toSorted()).toEqual(table.toSorted())
})

describe('the limits', () => {
  const rows = getRows(part('## Limits'))
  const toRow = (name: string) => rows.find((row) => marked(row).includes(name)) ?? ''
  const amount = (value: number): string =>
    value % (1024 * 1024) === 0 ? `${value / 1024 / 1024} MiB` : value.toLocaleString('en')
  const isIn = (value: number, row: string) =>
    [amount(value), String(value)].some((text) => new RegExp(`\\b${text}\\b`).test(row))

  test('of the session are those of the document', () => {
    const { collationAlgorithms: _, ...core } = session.capabilities['urn:ietf:params:jmap:core']!
    for (const [name, value] of Object.entries(core))
      expect([name, isIn(value as number, toRow(name))]).toEqual([name, true])
    const { maxDelayedSend } = ofMail['urn:ietf:params:jmap:submission']!
    expect(isIn(maxDelayedSend as number, toRow('maxDelayedSend'))).toBe(true)
    const { maxSizeBlobSet, maxDataSources } = ofMail['urn:ietf:params:jmap:blob'] as Record<string, number>
    expect(maxSizeBlobSet).toBe(limits.maxSizeUpload)
    expect(isIn(maxDataSources!, rows.find((row) => row.includes('sources of a blob')) ?? '')).toBe(true)
    const { maxSizeMailboxName } = ofMail['urn:ietf:params:jmap:mail']!
    expect(part('### Mailboxes')).toContain(`at most ${String(maxSizeMailboxName)} bytes`)
  })

  test('that RFC 8620 has no name for are told as well', () => {
    expect(isIn(limits.maxChanges, toRow('/changes'))).toBe(true)
    expect(isIn(limits.maxQuery, toRow('Email/query'))).toBe(true)
    const snippets = getRows(document).find((row) => row.startsWith('| `SearchSnippet/get`')) ?? ''
    expect(isIn(maxSnippets, snippets)).toBe(true)
  })
})

test('the sorts of Email/query are those of the session', () => {
  const [, sorts = ''] = /\nSorts: ([^.]*)\. Text/s.exec(document) ?? []
  const named = marked(sorts.replaceAll(/\([^)]*\)/g, ''))
  const { emailQuerySortOptions } = ofMail['urn:ietf:params:jmap:mail'] as { emailQuerySortOptions: string[] }
  expect(named.toSorted()).toEqual(emailQuerySortOptions.toSorted())
})

test('what only some accounts have is told as such, and is not for others', async () => {
  const some = marked(part('## What only some accounts have')).filter((mark) => mark.startsWith('urn:'))
  expect(some).toEqual(['urn:ietf:params:jmap:vacationresponse'])
  const { json } = await rig.ada.post(
    JSON.stringify({
      using: Object.keys(session.capabilities),
      methodCalls: ['get', 'set'].map((name) => [
        `VacationResponse/${name}`,
        { accountId: rig.ada.personalId },
        name,
      ]),
    }),
  )
  expect(json['methodResponses']).toEqual([
    ['error', { type: 'accountNotSupportedByMethod' }, 'get'],
    ['error', { type: 'accountNotSupportedByMethod' }, 'set'],
  ])
})

test('the document names each route once', () => {
  const routes = getRows(document).flatMap((row) => marked(row.split('|')[1] ?? ''))
  const calls = routes.filter((mark) => /^(GET|POST|DELETE) \//.test(mark))
  expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([])
})
