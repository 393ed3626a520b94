import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'
import { getEmails, type Json } from '../../../../../server-testing/src/jmap/mail/email/emails-over-jmap.ts'

let rig: JmapForTests
const { args, box, one, get, store } = getEmails(() => rig)
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())

describe('one call', () => {
  test('creates, updates what it created and destroys it, in that order', async () => {
    const answer = await one('Email/set', {
      create: {
        a: { mailboxIds: { [box('work')]: true } },
        b: { mailboxIds: { [box('work')]: true } },
        c: {},
      },
      update: { '#a': { 'keywords/$seen': true }, '#nothing': {} },
      destroy: ['#b', '#c'],
    })
    const created = answer['created'] as Record<string, { id: string }>
    expect(Object.keys(created)).toEqual(['a', 'b'])
    expect(answer).toMatchObject({
      updated: { [created['a']!.id]: null },
      notUpdated: { '#nothing': { type: 'notFound' } },
      destroyed: [created['b']!.id],
      notDestroyed: { '#c': { type: 'notFound' } },
      notCreated: { c: { type: 'invalidProperties' } },
    })
    expect(Number(answer['newState'])).toBeGreaterThan(Number(answer['oldState']))
    expect((await get(created['a']!.id))['keywords']).toEqual({ $seen: true })
  })

  test('files into a mailbox made just before, and later calls know the Email by its creation id', async () => {
    const answers = await rig.ada.call(
      ['Mailbox/set', args({ create: { year: { name: 'Year' } } })],
      ['Email/set', args({ create: { m: { mailboxIds: { '#year': true } } } })],
      ['Email/set', args({ update: { '#m': { mailboxIds: { [box('inbox')]: true } } } })],
      [
        'Email/set',
        args({ update: { '#m': { 'mailboxIds/#year': true, [`mailboxIds/${box('inbox')}`]: null } } }),
      ],
      ['Email/set', args({ destroy: ['#m'] })],
    )
    const id = (answers[1]![1]['created'] as Record<string, { id: string }>)['m']!.id
    expect(answers[2]![1]['updated']).toEqual({ [id]: null })
    expect(answers[3]![1]['updated']).toEqual({ [id]: null })
    expect(answers[4]![1]['destroyed']).toEqual([id])
  })

  test('with another state than the account’s does nothing', async () => {
    const { state } = (await one('Email/get', { ids: [] })) as { state: string }
    const wanted = { create: { a: { mailboxIds: { [box('work')]: true } } } }
    for (const ifInState of [String(Number(state) - 1), 'nonsense'])
      expect(await one('Email/set', { ...wanted, ifInState })).toMatchObject({ type: 'stateMismatch' })
    expect(await one('Email/get', { ids: [] })).toMatchObject({ state })
    const good = await one('Email/set', { ...wanted, ifInState: state })
    expect(good).toMatchObject({ oldState: state, notCreated: null })
    const changes = await one('Email/changes', { sinceState: state })
    expect(changes['created']).toEqual([(good['created'] as Record<string, { id: string }>)['a']!.id])
  })

  test('is judged as a whole before anything is made', async () => {
    const { state } = (await one('Email/get', { ids: [] })) as { state: string }
    const create = { a: { mailboxIds: { [box('work')]: true } } }
    for (const bad of [
      { destroy: 'x' },
      { update: [] },
      { verb: 'No Verb' },
      { operation: 'short' },
      { nonsense: 1 },
    ])
      expect(await one('Email/set', { create, ...bad })).toMatchObject({ type: 'invalidArguments' })
    expect(await one('Email/get', { ids: [] })).toMatchObject({ state })
  })
})

describe('changes (RFC 8620 §5.2)', () => {
  test('come in pages as small as asked for, and what was made since is not told of as updated', async () => {
    const { state } = (await one('Email/get', { ids: [] })) as { state: string }
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.push(await store(`Subject: page ${at}\r\n\r\n`))
    await one('Email/set', { update: { [ids[0]!]: { 'keywords/$seen': true } }, destroy: [ids[1]] })
    const whole = await one('Email/changes', { sinceState: state })
    expect(whole).toMatchObject({ oldState: state, updated: [], destroyed: [], hasMoreChanges: false })
    const left = ids.filter((id) => id !== ids[1])
    expect((whole['created'] as string[]).toSorted()).toEqual(left.toSorted())

    const known = new Set<string>()
    let since = state
    let pages = 0
    for (let hasMore = true; hasMore; pages++) {
      const page = await one('Email/changes', { sinceState: since, maxChanges: 2 })
      const { created, updated, destroyed } = page as Record<string, string[]>
      expect(created!.length + updated!.length + destroyed!.length).toBeLessThanOrEqual(2)
      for (const id of [...created!, ...updated!]) known.add(id)
      for (const id of destroyed!) known.delete(id)
      ;[since, hasMore] = [page['newState'] as string, page['hasMoreChanges'] as boolean]
    }
    expect(pages).toBeGreaterThan(1)
    expect([since, [...known].toSorted()]).toEqual([whole['newState'], left.toSorted()])
  })
})

describe('an update', () => {
  test('marks as unread with false, as a client in the field does', async () => {
    const id = await store('Subject: seen\r\n\r\n')
    await one('Email/set', { update: { [id]: { 'keywords/$seen': true, 'keywords/$flagged': true } } })
    await one('Email/set', { update: { [id]: { 'keywords/$seen': false, 'keywords/$flagged': null } } })
    expect((await get(id))['keywords']).toEqual({})
    await one('Email/set', { update: { [id]: { keywords: { $seen: true, '$label:red': false } } } })
    expect((await get(id))['keywords']).toEqual({ $seen: true })
    await one('Email/set', { update: { [id]: { keywords: null } } })
    expect((await get(id))['keywords']).toEqual({})
  })

  test.each([
    { keywords: {}, 'keywords/$seen': true },
    { 'mailboxIds/L1': true, mailboxIds: {} },
    { 'keywords/a/b': true },
    { 'subject/x': 'y' },
    { 'from/0/name': 'y' },
  ])('by paths that lead nowhere or through each other is no patch: %j (RFC 8620 §5.3)', async (patch) => {
    const id = await store('Subject: patched\r\n\r\n')
    const answer = await one('Email/set', { update: { [id]: patch } })
    expect(answer).toMatchObject({ updated: null, notUpdated: { [id]: { type: 'invalidPatch' } } })
  })

  test('may name what it cannot change with the value it has, and with no other (RFC 8620 §5.3)', async () => {
    const id = await store('From: Ann <ann@x.test>\r\nSubject: whole\r\n\r\nWords')
    const { bodyValues, textBody, htmlBody, attachments, ...whole } = await get(id)
    const answer = await one('Email/set', { update: { [id]: { ...whole, keywords: { $seen: true } } } })
    expect(answer).toMatchObject({ updated: { [id]: null }, notUpdated: null })
    expect(await get(id)).toEqual({
      ...whole,
      keywords: { $seen: true },
      bodyValues,
      textBody,
      htmlBody,
      attachments,
    })
    const other = { ...whole, size: 1, from: [], blobId: 'x' }
    expect((await one('Email/set', { update: { [id]: other } }))['notUpdated']).toMatchObject({
      [id]: {
        type: 'invalidProperties',
        properties: expect.arrayContaining(['size', 'from', 'blobId']) as string[],
      },
    })
  })

  test('changes keywords and mailboxes only, and never to no mailbox', async () => {
    const id = await store('Subject: fixed\r\n\r\n')
    const refusal = async (patch: Json) =>
      ((await one('Email/set', { update: { [id]: patch } }))['notUpdated'] as Record<string, Json>)[id]
    expect(await refusal({ subject: 'x' })).toMatchObject({
      type: 'invalidProperties',
      properties: ['subject'],
    })
    for (const patch of [{ mailboxIds: {} }, { [`mailboxIds/${box('inbox')}`]: null }])
      expect(await refusal(patch)).toMatchObject({ type: 'invalidProperties', properties: ['mailboxIds'] })
  })
})
