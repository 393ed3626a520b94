import { capability, mailboxWireId } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import {
  type MailForTests,
  mailForTests,
  newAccount,
} from '../../../../../server-testing/src/mail/test-mail.ts'
import { silentLog } from '../../../kit/log.ts'
import { dispatch } from '../../engine/dispatch.ts'
import type { Caller, JmapAccount, PlaceLimits } from '../../engine/method.ts'
import { createMethodTable } from '../../engine/method-table.ts'
import { createSession } from '../../engine/session.ts'
import { createMailCapability } from '../capability.ts'
import { emailGet } from './get.ts'
import { emailImport } from './import.ts'
import { emailSet } from './set.ts'
import { encodeBlobId } from '../../engine/blob-id.ts'

type Json = Record<string, unknown>

const oneFolder: PlaceLimits = { mostFolders: 1, isFolder: () => true, hidingRoles: [] }
const hiding: PlaceLimits = { mostFolders: null, isFolder: () => false, hidingRoles: ['trash', 'junk'] }

/** An account at a provider that limits where a message can be, spoken to by JMAP. */
async function accountWith(room: MailForTests, placeLimits: PlaceLimits) {
  const own = await newAccount(room)
  const account: JmapAccount = { id: own.id, name: 'Mail', address: 'ann@example.test', placeLimits }
  const caller = {
    userId: room.user,
    mayWrite: true,
    personal: null,
    calendars: new Map(),
    accounts: new Map([[own.id, account]]),
  } as Partial<Caller> as Caller
  const { mail } = room
  const readBytes = async () => undefined
  const methods = createMethodTable([
    {
      uri: capability.mail,
      methods: {
        'Email/set': emailSet({ mail, readBytes }),
        'Email/import': emailImport({ mail }),
        'Email/get': emailGet({ mail }),
      },
    },
  ])
  const call = async (name: string, args: Json): Promise<Json> => {
    const using = new Set(['urn:ietf:params:jmap:core', 'urn:ietf:params:jmap:mail'])
    const request = {
      using,
      createdIds: new Map(),
      wantsCreatedIds: false,
      calls: [[name, { accountId: `A${own.id}`, ...args }, '0'] as const],
    }
    const parts = { methods, log: silentLog, reference: () => '', origin: () => '' }
    const { methodResponses } = await dispatch(
      parts,
      { ...request, calls: [[...request.calls[0]!]] },
      caller,
      's',
    )
    return methodResponses[0]![1]
  }
  const raw = Buffer.from('Subject: Two places\r\nMessage-ID: <two@example.test>\r\n\r\nText\r\n')
  const [prepared] = await mail.ingest.prepare([raw])
  const actor = { kind: 'provider' as const }
  await room.changes.write(own.id, { actor, verb: 'arrive' }, (change) =>
    mail.ingest.arrive(change, [{ prepared: prepared!, mailboxIds: [own.boxes.work], keywords: [] }]),
  )
  const boxes = (...names: Array<keyof typeof own.boxes>) =>
    Object.fromEntries(names.map((name) => [mailboxWireId.encode(own.boxes[name]), true]))
  return { call, caller, boxes, blobId: encodeBlobId(prepared!.digest), own }
}

describe('a message that is to be in several mailboxes', () => {
  test('is refused a second folder where the provider has one for each message', async () => {
    await using room = await mailForTests()
    const { call, caller, boxes, blobId, own } = await accountWith(room, oneFolder)
    const session = createSession([createMailCapability({ ...room, getTimeZone: async () => 'UTC' })])
    const { accounts } = session.resource({ caller, username: 'ann' }, '') as { accounts: Json }
    expect(accounts[`A${own.id}`]).toMatchObject({
      accountCapabilities: { 'urn:ietf:params:jmap:mail': { maxMailboxesPerEmail: 1 } },
    })
    const imported = await call('Email/import', {
      emails: {
        two: { blobId, mailboxIds: boxes('inbox', 'work') },
        one: { blobId, mailboxIds: boxes('inbox') },
      },
    })
    expect(imported).toMatchObject({
      created: { one: { id: expect.any(String) as string } },
      notCreated: { two: { type: 'invalidProperties', properties: ['mailboxIds'] } },
    })
    const { id } = (imported['created'] as Record<string, { id: string }>)['one']!
    const [work] = Object.keys(boxes('work'))
    expect(await call('Email/set', { update: { [id]: { [`mailboxIds/${work}`]: true } } })).toMatchObject({
      updated: null,
      notUpdated: { [id]: { type: 'tooManyMailboxes' } },
    })
    const create = { email: { mailboxIds: boxes('inbox', 'work'), subject: 'New' } }
    expect(await call('Email/set', { create })).toMatchObject({
      notCreated: { email: { type: 'tooManyMailboxes' } },
    })
    const moved = await call('Email/set', { update: { [id]: { mailboxIds: boxes('work') } } })
    expect(moved).toMatchObject({ updated: { [id]: null }, notUpdated: null })
  })

  test('is in the trash alone where the provider hides its other labels, and the answer says so', async () => {
    await using room = await mailForTests()
    const { call, boxes, blobId } = await accountWith(room, hiding)
    const imported = await call('Email/import', {
      emails: {
        two: { blobId, mailboxIds: boxes('inbox', 'work') },
        gone: { blobId, mailboxIds: boxes('inbox', 'trash') },
      },
    })
    const createdEmails = imported['created'] as Record<string, { id: string; mailboxIds?: Json }>
    expect([createdEmails['two']?.mailboxIds, createdEmails['gone']?.mailboxIds]).toEqual([
      undefined,
      boxes('trash'),
    ])
    const { id } = createdEmails['two']!
    const [trash] = Object.keys(boxes('trash'))
    const answer = await call('Email/set', { update: { [id]: { [`mailboxIds/${trash}`]: true } } })
    expect(answer).toMatchObject({ updated: { [id]: { mailboxIds: boxes('trash') } } })
    const { list } = (await call('Email/get', { ids: [id], properties: ['mailboxIds'] })) as { list: Json[] }
    expect(list).toMatchObject([{ mailboxIds: boxes('trash') }])
  })
})
