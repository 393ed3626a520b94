import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../kit/log.ts'
import { dispatch } from './engine/dispatch.ts'
import { type JmapForTests, jmapForTests } from '../../../server-testing/src/jmap/test-jmap.ts'
import { createMethodTable } from './engine/method-table.ts'
import { type Caller, type Method, MethodFailure } from './engine/method.ts'
import type { ParsedRequest } from './engine/request.ts'

type Json = Record<string, unknown>

describe('a method that breaks', () => {
  const lines: string[] = []
  const uri = 'urn:ietf:params:jmap:core'
  const works: Method = { run: async (args) => ({ ...args }) }
  const breaks = (error: unknown): Method => ({
    run: () => {
      throw error
    },
  })
  const methods: Record<string, Method> = {
    'Test/works': works,
    'Test/breaks': breaks(new TypeError('secret of the database')),
    'Test/rejects': { run: () => Promise.reject(new Error('later')) },
    'Test/throwsNothing': breaks(undefined),
    'Test/writes': breaks(Object.assign(new Error('write'), { code: 'ENOSPC' })),
    'Test/refuses': breaks(new MethodFailure('forbidden', 'Not today', { more: 1 })),
    'Test/follows': {
      run: async (_args, context) => {
        context.followWith('Test/breaks', {})
        context.followWith('Test/works', { followed: true })
        return {}
      },
    },
  }
  const run = (...names: string[]) => {
    const request: ParsedRequest = {
      using: new Set([uri]),
      createdIds: new Map(),
      wantsCreatedIds: false,
      calls: names.map((name, at) => [name, { at }, `c${at}`]),
    }
    const log = createLog({ level: 'debug', write: (line) => lines.push(line) })
    return dispatch(
      { methods: createMethodTable([{ uri, methods }]), log, reference: () => 'r7', origin: () => '' },
      request,
      {} as Caller,
      'state',
    )
  }
  const serverFail = {
    type: 'serverFail',
    description: { problem: 'request/failed-with-reference', reference: 'r7' },
  }

  test('answers serverFail for its call only, with a reference that the log has', async () => {
    const names = ['Test/works', 'Test/breaks', 'Test/rejects', 'Test/throwsNothing', 'Test/works']
    expect((await run(...names)).methodResponses).toEqual([
      ['Test/works', { at: 0 }, 'c0'],
      ['error', serverFail, 'c1'],
      ['error', serverFail, 'c2'],
      ['error', serverFail, 'c3'],
      ['Test/works', { at: 4 }, 'c4'],
    ])
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('secret of the database')
    for (const line of lines) expect(line).toContain('"reference":"r7"')
  })

  test('for want of space on the disk is told from a fault of the server', async () => {
    const description = { problem: 'request/disk-full' }
    expect((await run('Test/writes')).methodResponses).toEqual([
      ['error', { type: 'serverUnavailable', description }, 'c0'],
    ])
  })

  test('is told from one that refuses, which answers its own error', async () => {
    const refusal = { type: 'forbidden', description: 'Not today', more: 1 }
    expect((await run('Test/refuses')).methodResponses).toEqual([['error', refusal, 'c0']])
  })

  test('may be one that follows another: what it follows has happened', async () => {
    expect((await run('Test/follows', 'Test/works')).methodResponses).toEqual([
      ['Test/follows', {}, 'c0'],
      ['error', serverFail, 'c0'],
      ['Test/works', { followed: true }, 'c0'],
      ['Test/works', { at: 1 }, 'c1'],
    ])
  })
})

describe('requests that somebody has meddled with', () => {
  let rig: JmapForTests
  let sound: Json
  beforeAll(async () => {
    rig = await jmapForTests()
    const { account, accountId } = rig.ada
    const headers = ['Disposition-Notification-To: b@x.example']
    const [id] = await rig.ada.deliver([{ subject: 'Meddle', headers, boxes: [account.boxes.inbox] }])
    const [[, { list }]] = (await rig.ada.call(['Identity/get', { accountId }])) as [[string, Json, string]]
    const [{ id: identityId }] = list as [{ id: string }]
    const disposition = { actionMode: 'manual-action', sendingMode: 'mdn-sent-manually', type: 'displayed' }
    const args = (more: Json) => ({ accountId, ...more })
    const work = { [`L${account.boxes.work}`]: true }
    sound = {
      using: ['core', 'mail', 'submission', 'mdn', 'blob', 'quota'].map(
        (name) => `urn:ietf:params:jmap:${name}`,
      ),
      createdIds: { old: `M${id}` },
      methodCalls: [
        [
          'Email/query',
          args({
            filter: { operator: 'AND', conditions: [{ text: 'meddle' }, { header: ['Subject', 'x'] }] },
            sort: [{ property: 'subject', isAscending: true }],
            position: 0,
            limit: 5,
            calculateTotal: true,
            collapseThreads: true,
          }),
          'a',
        ],
        [
          'Email/get',
          args({
            '#ids': { resultOf: 'a', name: 'Email/query', path: '/ids' },
            properties: ['id', 'header:Subject:asText', 'bodyValues', 'textBody'],
            bodyProperties: ['partId'],
            fetchAllBodyValues: true,
            maxBodyValueBytes: 10,
          }),
          'b',
        ],
        [
          'Email/set',
          args({
            create: {
              c: {
                mailboxIds: work,
                keywords: { $draft: true },
                'header:X-A:asText': 'v',
                to: [{ name: 'N', email: 'n@x.example' }],
                subject: 'S',
                bodyStructure: { type: 'multipart/mixed', subParts: [{ partId: 't' }] },
                bodyValues: { t: { value: 'text', isTruncated: false } },
              },
            },
            update: {
              [`M${id}`]: { 'keywords/$flagged': true, [`mailboxIds/L${account.boxes.work}`]: true },
            },
          }),
          'c',
        ],
        ['Mailbox/set', args({ create: { m: { name: 'New', parentId: null } } }), 'd'],
        ['Email/changes', args({ sinceState: '1', maxChanges: 10 }), 'e'],
        [
          'Email/queryChanges',
          args({ sinceQueryState: '1', filter: { inMailbox: 'L1' }, upToId: 'M1' }),
          'f',
        ],
        ['Blob/upload', args({ create: { b: { data: [{ 'data:asText': 'x' }], type: 'a/b' } } }), 'g'],
        ['Blob/get', args({ ids: ['#b'], properties: ['data', 'size'], offset: 0, length: 1 }), 'h'],
        ['Identity/set', args({ update: { I1: { name: 'Me' } } }), 'i'],
        ['EmailSubmission/query', args({ filter: { undoStatus: 'pending' } }), 'j'],
        ['MDN/parse', args({ blobIds: ['#b'] }), 'k'],
        [
          'MDN/send',
          args({
            identityId,
            onSuccessUpdateEmail: { '#r': { 'keywords/$mdnsent': true } },
            send: { r: { forEmailId: '#old', disposition, subject: 'S', extensionFields: { 'X-A': 'b' } } },
          }),
          'o',
        ],
        ['SearchSnippet/get', args({ emailIds: ['#old'], filter: { text: 'meddle' } }), 'l'],
        ['Thread/get', args({ ids: null, properties: ['emailIds'] }), 'm'],
        ['Quota/query', args({ filter: { name: 'x' }, sort: [{ property: 'used' }] }), 'n'],
      ],
    }
  })
  afterAll(() => rig[Symbol.asyncDispose]())

  const deep = (levels: number): unknown =>
    levels === 0 ? 1 : { operator: 'NOT', conditions: [deep(levels - 1)] }
  const hostile = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      '',
      [],
      {},
      -1,
      0,
      1e308,
      -1e308,
      2 ** 53,
      2 ** 63,
      1e-320,
      '1e400',
      '-0',
      '__proto__',
      'constructor',
      'toString',
      '\ud800',
      '\0',
      '#',
      '#c',
      '\u2028',
      'x'.repeat(100_000),
      'M1',
      'L1',
      '2026-13-01T00:00:00Z',
      '9'.repeat(40),
      ['__proto__'],
      [[[[[[[[]]]]]]]],
      deep(9),
      deep(11),
      deep(30),
      JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    ),
    fc.jsonValue({ maxDepth: 4 }),
  )
  const keys = fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    'length',
    '',
    '#',
    '#ids',
    'a/b',
    '~',
    '~2',
    'keywords/',
    'mailboxIds/__proto__',
    'header:__proto__:asText',
    'header::all',
    'x'.repeat(9999),
  )
  type Edit = { at: number; how: 'replace' | 'rename' | 'add' | 'drop' | 'wrap'; value: unknown; key: string }
  const edits = fc.array(
    fc.record({
      at: fc.nat(10_000),
      how: fc.constantFrom('replace', 'rename', 'add', 'drop', 'wrap') as fc.Arbitrary<Edit['how']>,
      value: hostile,
      key: keys,
    }),
    { minLength: 1, maxLength: 4 },
  )

  /** Every place in the request where a value stands: its holder and its key there. */
  function placesIn(value: unknown): Array<[holder: Json, key: string]> {
    if (typeof value !== 'object' || value === null) return []
    const holder = value as Json
    return Object.keys(holder).flatMap((key) => [[holder, key] as [Json, string], ...placesIn(holder[key])])
  }
  /** A copy: one value put in two places and changed in one of them would otherwise hold itself. */
  const put = (holder: Json, key: string, given: unknown) => {
    const value = structuredClone(given)
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
  }

  function meddled(changes: readonly Edit[]): string {
    const request = JSON.parse(JSON.stringify(sound)) as Json
    for (const { at, how, value, key } of changes) {
      const places = placesIn(request)
      const [holder, name] = places[at % Math.max(1, places.length)] ?? [request, 'using']
      if (how === 'replace') put(holder, name, value)
      else if (how === 'wrap') put(holder, name, [holder[name]])
      else if (how === 'add' && !Array.isArray(holder)) put(holder, key, value)
      else if (how === 'rename' && !Array.isArray(holder)) put(holder, key, holder[name])
      if (how === 'rename' || how === 'drop') delete holder[name]
    }
    return JSON.stringify(request)
  }

  /** The Email/set that a receipt brings about. */
  const follows = (name: string, id: string, before: [string, Json, string] | undefined) =>
    name === 'Email/set' && before?.[0] === 'MDN/send' && before[2] === id

  test('the request itself is sound', async () => {
    const { json } = await rig.ada.post(JSON.stringify(sound))
    const answers = json['methodResponses'] as Array<[string, Json]>
    const errors = answers.filter(([name]) => name === 'error').map(([, { type }]) => type)
    expect(errors).toEqual(errors.filter((type) => type === 'cannotCalculateChanges'))
    expect(answers.find(([name]) => name === 'MDN/send')?.[1]['notSent']).toBeNull()
  })

  test(
    'are answered call by call or refused as a whole, and nothing breaks',
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(edits, async (changes) => {
          const text = meddled(changes)
          const { status, json } = await rig.ada.post(text)
          expect([200, 400]).toContain(status)
          expect(status === 400 ? json['type'] : 'urn:ietf:params:jmap:error:').toMatch(
            /^urn:ietf:params:jmap:error:/,
          )
          if (status === 400) return
          const { methodCalls } = JSON.parse(text) as { methodCalls: Array<[string, Json, string]> }
          const answers = json['methodResponses'] as Array<[string, Json, string]>
          const asked = answers.filter(([name, , id], at) => !follows(name, id, answers[at - 1]))
          expect(asked.map(([, , id]) => id)).toEqual(methodCalls.map(([, , id]) => id))
          expect(answers.filter(([, { type }]) => type === 'serverFail')).toEqual([])
          expect(({} as Json)['polluted']).toBeUndefined()
        }),
        { numRuns: 300 },
      )
    },
  )
})
