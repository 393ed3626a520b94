import {
  AuthenticationHandler,
  BatchRequestContent,
  BatchResponseContent,
  Client,
  type Context,
  LargeFileUploadTask,
  type Middleware,
  PageIterator,
  RetryHandler,
  RetryHandlerOptions,
} from '@microsoft/microsoft-graph-client'
import { describe, expect, test } from 'vitest'
import { allScopes, mail, segment, startForTest, getToken, type Running } from './microsoft-for-tests.ts'

const graphHost = 'graph.test'
const uploadHost = 'upload.test'

/**
 * The end of the vendor's chain. Its client speaks to https only, so here the addresses of the emulator pass for hosts of
 * their own with https, in both directions; everything before this is the vendor's.
 */
class Loopback implements Middleware {
  readonly hosts: ReadonlyArray<readonly [shown: string, real: string]>

  constructor({ microsoft }: Running) {
    this.hosts = [
      [`https://${graphHost}`, microsoft.urls.graph],
      [`https://${uploadHost}`, microsoft.urls.uploads],
    ]
  }

  async execute(context: Context): Promise<void> {
    const asked = typeof context.request === 'string' ? context.request : context.request.url
    const url = this.hosts.reduce((text, [shown, real]) => text.replace(shown, real), asked)
    const reply = await fetch(url, context.options as RequestInit)
    const text = this.hosts.reduce((all, [shown, real]) => all.replaceAll(real, shown), await reply.text())
    const { status, headers } = reply
    context.response = new Response(text === '' ? null : text, { status, headers })
  }
}

/** With the vendor's own rule for where a token may go: an upload host is not among them. */
async function loadClient(running: Running, scope = allScopes): Promise<Client> {
  const token = await getToken(running.microsoft, running.ada.email, scope)
  const signIn = new AuthenticationHandler({ getAccessToken: async () => token })
  const retry = new RetryHandler(new RetryHandlerOptions(1, 3))
  signIn.setNext(retry)
  retry.setNext(new Loopback(running))
  return Client.initWithMiddleware({
    baseUrl: `https://${graphHost}/`,
    customHosts: new Set([graphHost]),
    middleware: signIn,
  })
}

describe("The vendor's own client", () => {
  test('lists, gets, changes and moves', async () => {
    const running = await startForTest()
    const client = await loadClient(running)
    const id = running.ada.deliver(mail('One'))
    const list = await client
      .api('/me/messages')
      .select(['subject', 'isRead'])
      .top(5)
      .orderby('receivedDateTime desc')
      .get()
    expect(list.value).toMatchObject([{ subject: 'One', isRead: false }])
    await client.api(`/me/messages/${segment(id)}`).patch({ isRead: true, categories: ['Rot'] })
    const moved = await client
      .api(`/me/messages/${segment(id)}/move`)
      .header('Prefer', 'IdType="ImmutableId"')
      .post({ destinationId: 'archive' })
    expect(moved.id).toBe(id)
    expect(running.ada.truth().messages).toMatchObject([{ places: ['archive'], keywords: ['$seen', 'Rot'] }])
    await expect(client.api('/me/messages/nonsense').get()).rejects.toMatchObject({
      statusCode: 400,
      code: 'ErrorInvalidIdMalformed',
    })
  })

  test('follows a delta to its end and goes on from there', async () => {
    const running = await startForTest({ mailbox: { deltaNoise: 0.4 } })
    const client = await loadClient(running)
    for (let nr = 0; nr < 25; nr++) running.ada.deliver(mail(`Nr ${nr}`))
    const seen = new Set<string>()
    const follow = async (link: string): Promise<string> => {
      const page = await client.api(link).get()
      const pages = new PageIterator(client, page, (one: { id: string; '@removed'?: object }) => {
        if (one['@removed']) seen.delete(one.id)
        else seen.add(one.id)
        return true
      })
      await pages.iterate()
      return pages.getDeltaLink() ?? ''
    }
    const deltaLink = await follow('/me/mailFolders/inbox/messages/delta?$select=subject')
    expect(seen.size).toBe(25)
    const ids = running.ada.truth().messages.map((message) => message.id)
    running.ada.act({ kind: 'trash', ids: ids.slice(0, 4) })
    running.ada.deliver(mail('New'))
    await follow(deltaLink)
    expect(seen.size).toBe(22)
  })

  test('makes a series, changes dates of it, and follows the delta of a calendar', async () => {
    const running = await startForTest()
    const client = await loadClient(running)
    const at = (dateTime: string) => ({ dateTime, timeZone: 'W. Europe Standard Time' })
    const calendars = await client.api('/me/calendars').get()
    const own = `/me/calendars/${segment(calendars.value[0].id)}`
    const range = 'startDateTime=2026-11-01T00:00:00Z&endDateTime=2027-02-01T00:00:00Z'
    const seen = new Map<string, string>()
    const follow = async (link: string): Promise<string> => {
      const page = await client.api(link).get()
      const pages = new PageIterator(
        client,
        page,
        (one: { id: string; type?: string; '@removed'?: object }) => {
          if (one['@removed']) seen.delete(one.id)
          else seen.set(one.id, one.type ?? '')
          return true
        },
      )
      await pages.iterate()
      return pages.getDeltaLink() ?? ''
    }
    const made = await client.api(`${own}/events`).post({
      subject: 'Standup',
      transactionId: 'once',
      start: at('2026-11-24T09:00:00'),
      end: at('2026-11-24T09:30:00'),
      recurrence: {
        pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday'], firstDayOfWeek: 'monday' },
        range: { type: 'numbered', numberOfOccurrences: 4, startDate: '2026-11-24' },
      },
    })
    const deltaLink = await follow(`${own}/calendarView/delta?${range}`)
    expect([...seen.values()].toSorted()).toEqual([
      'occurrence',
      'occurrence',
      'occurrence',
      'occurrence',
      'seriesMaster',
    ])
    const { value } = await client
      .api(`/me/events/${segment(made.id)}/instances`)
      .query(range)
      .get()
    await client.api(`/me/events/${segment(value[1].id)}`).patch({ subject: 'Late' })
    await client.api(`/me/events/${segment(value[2].id)}`).delete()
    await follow(deltaLink)
    expect([...seen.values()].toSorted()).toEqual(['exception', 'occurrence', 'occurrence', 'seriesMaster'])
    const stale = client.api(`/me/events/${segment(made.id)}`).header('If-Match', made['@odata.etag'])
    await client.api(`/me/events/${segment(made.id)}`).patch({ subject: 'Choir' })
    await expect(stale.patch({ subject: 'Mine' })).rejects.toMatchObject({ statusCode: 412 })
  })

  test('cancels a meeting of its own, and not that of somebody else', async () => {
    const running = await startForTest()
    const client = await loadClient(running)
    const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' })
    const times = { start: at('2026-11-24T09:00:00'), end: at('2026-11-24T09:30:00') }
    const attendees = [{ emailAddress: { address: 'bob@example.test' }, type: 'required' }]
    const meeting = await client.api('/me/events').post({ subject: 'Standup', ...times, attendees })
    await client.api(`/me/events/${segment(meeting.id)}/cancel`).post({ comment: 'I am ill.' })
    expect(running.ada.calendars.truth()).toMatchObject({
      events: [],
      told: [{ kind: 'request' }, { kind: 'cancel', to: ['bob@example.test'], comment: 'I am ill.' }],
    })
    const theirs = running.ada.calendars.put({ subject: 'Theirs', ...times }, { isOrganizer: false })
    await expect(client.api(`/me/events/${segment(theirs)}/cancel`).post({})).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  test('puts requests into a batch and takes the answers out', async () => {
    const running = await startForTest()
    const client = await loadClient(running)
    const id = running.ada.deliver(mail('One'))
    const base = `https://${graphHost}`
    const content = new BatchRequestContent([
      {
        id: '1',
        request: new Request(`${base}/me/messages/${segment(id)}`, {
          method: 'PATCH',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ flag: { flagStatus: 'flagged' } }),
        }),
      },
      { id: '2', request: new Request(`${base}/me/mailFolders/inbox`, { method: 'GET' }), dependsOn: ['1'] },
    ])
    const answers = new BatchResponseContent(await client.api('/$batch').post(await content.getContent()))
    expect(answers.getResponseById('1').status).toBe(200)
    expect(await answers.getResponseById('2').json()).toMatchObject({ displayName: 'Posteingang' })
    expect(running.ada.truth().messages[0]?.keywords).toEqual(['$flagged'])
  })

  test('uploads a large attachment in pieces and sends the draft', async () => {
    const running = await startForTest()
    const client = await loadClient(running)
    const draft = await client.api('/me/messages').post({
      subject: 'Large',
      toRecipients: [{ emailAddress: { address: 'bob@example.test' } }],
    })
    const bytes = new Uint8Array(5_000_000).fill(7)
    const path = `/me/messages/${segment(draft.id)}`
    const session = await LargeFileUploadTask.createUploadSession(
      client,
      `${path}/attachments/createUploadSession`,
      {
        AttachmentItem: { attachmentType: 'file', name: 'large.bin', size: bytes.length },
      },
    )
    const file = { name: 'large.bin', size: bytes.length, content: bytes.buffer, sliceFile: sliced(bytes) }
    const task = new LargeFileUploadTask(client, file, session, { rangeSize: 320 * 1024 * 10 })
    const result = await task.upload()
    expect(result.location).toContain('/attachments(')
    await client.api(`${path}/send`).post({})
    const sent = await client
      .api('/me/mailFolders/sentitems/messages')
      .expand('attachments($select=name,size)')
      .get()
    expect(sent.value).toMatchObject([
      { hasAttachments: true, attachments: [{ name: 'large.bin', size: bytes.length }] },
    ])
  })

  test('waits as long as a throttled answer tells it to', async () => {
    const running = await startForTest()
    const client = await loadClient(running)
    running.world.faults.arm({
      operation: 'graph.mailFolders.get',
      times: 1,
      fault: { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
    })
    expect(await client.api('/me/mailFolders/inbox').get()).toMatchObject({ displayName: 'Posteingang' })
    const requests = running.world.requests
      .all()
      .filter((exchange) => exchange.operation === 'graph.mailFolders.get')
    expect(requests.map((exchange) => exchange.status)).toEqual([429, 200])
  })

  test('writes the rules of the inbox, and of no other folder', async () => {
    const client = await loadClient(await startForTest())
    const rules = '/me/mailFolders/inbox/messageRules'
    const later = {
      displayName: 'Later',
      sequence: 2,
      isEnabled: true,
      conditions: { senderContains: ['news'] },
      actions: { assignCategories: ['News'], stopProcessingRules: true },
    }
    const createdRule = await client.api(rules).post(later)
    expect(createdRule).toMatchObject({ ...later, hasError: false, isReadOnly: false })
    await client.api(rules).post({ ...later, displayName: 'First', sequence: 1 })
    const path = `${rules}/${segment(createdRule.id)}`
    expect(await client.api(path).patch({ isEnabled: false })).toMatchObject({ ...later, isEnabled: false })
    expect(await client.api(path).get()).toMatchObject({ ...later, isEnabled: false })
    const { value } = await client.api(rules).get()
    expect(value.map((rule: { displayName: string }) => rule.displayName)).toEqual(['First', 'Later'])
    await client.api(path).delete()
    await expect(client.api(path).get()).rejects.toMatchObject({ statusCode: 404, code: 'ErrorItemNotFound' })
    await expect(client.api(rules).post({ displayName: 'Nothing' })).rejects.toMatchObject({
      statusCode: 400,
    })
    const elsewhere = client.api('/me/mailFolders/archive/messageRules').get()
    await expect(elsewhere).rejects.toMatchObject({ statusCode: 400 })
  })

  test('writes contacts and reads all of them page by page', async () => {
    const running = await startForTest()
    // before it is allowed: a permission once given stays
    const unallowed = (await loadClient(running)).api('/me/contacts').get()
    await expect(unallowed).rejects.toMatchObject({ statusCode: 403 })
    const client = await loadClient(running, `${allScopes} Contacts.ReadWrite`)
    const contacts = []
    for (const givenName of ['Ada', 'Bob', 'Carol', 'Dora', 'Eve'])
      contacts.push(await client.api('/me/contacts').post({ givenName, surname: 'Test' }))
    const first = await client.api('/me/contacts').select(['displayName']).top(2).skip(1).get()
    expect(first.value).toMatchObject([{ displayName: 'Bob Test' }, { displayName: 'Carol Test' }])
    expect(first.value[0].givenName).toBeUndefined()
    const names: string[] = []
    const pages = new PageIterator(client, first, (contact: { displayName: string }) => {
      names.push(contact.displayName)
      return true
    })
    await pages.iterate()
    expect(names).toEqual(['Bob Test', 'Carol Test', 'Dora Test', 'Eve Test'])
    const path = `/me/contacts/${segment(contacts[0].id)}`
    const emailAddresses = [{ name: 'Ada', address: 'ada@example.test' }]
    const changed = await client.api(path).patch({ emailAddresses, businessPhones: ['+43 1 234'] })
    expect(changed).toMatchObject({ emailAddresses, displayName: 'Ada Test' })
    expect(changed.changeKey).not.toBe(contacts[0].changeKey)
    expect(await client.api(path).get()).toMatchObject({ emailAddresses, businessPhones: ['+43 1 234'] })
    await client.api(path).delete()
    await expect(client.api(path).get()).rejects.toMatchObject({ statusCode: 404 })
  })
})

function sliced(bytes: Uint8Array) {
  return (range: { minValue: number; maxValue: number }): ArrayBuffer =>
    bytes.slice(range.minValue, range.maxValue + 1).buffer
}
