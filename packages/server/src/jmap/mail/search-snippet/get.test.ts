import { emailWireId } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getEmails } from '../../../../../server-testing/src/jmap/mail/email/emails-over-jmap.ts'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'

let rig: JmapForTests
const { deliver, one: ask } = getEmails(() => rig)
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())

const found = async (filter: unknown) => (await ask('Email/query', { filter }))['ids']

describe('snippets', () => {
  const snippets = async (filter: unknown, emailIds: string[]) =>
    ask('SearchSnippet/get', { filter, emailIds })

  test('mark what was found and escape everything else', async () => {
    const [id] = await deliver({
      subject: 'A <b>Report</b> & more reports',
      body: `${'lead '.repeat(60)}<script>alert("x")</script> the yearly Repört of 日本語 mail`,
    })
    const { list, notFound } = await snippets({ text: 'report' }, [id!])
    expect(notFound).toBeNull()
    const [snippet] = list as Array<{ subject: string; preview: string }>
    expect(snippet).toMatchObject({
      emailId: id,
      subject: 'A &lt;b&gt;<mark>Report</mark>&lt;/b&gt; &amp; more <mark>report</mark>s',
    })
    expect(snippet!.preview).toContain(
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; the yearly <mark>Repört</mark> of',
    )
    const second = await snippets({ operator: 'AND', conditions: [{ body: '本語' }, { subject: 'rep*' }] }, [
      id!,
    ])
    expect((second['list'] as unknown[])[0]).toMatchObject({
      subject: 'A &lt;b&gt;<mark>Report</mark>&lt;/b&gt; &amp; more <mark>reports</mark>',
      preview: expect.stringContaining('日<mark>本語</mark> mail'),
    })
  })

  test('show what is attached where the text does not have it, and parts of words', async () => {
    const [id] = await deliver({
      headers: ['Content-Type: multipart/mixed; boundary=b'],
      body: '--b\r\n\r\nnothing said\r\n--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\n<Stromrechnung>;12\r\n--b--',
    })
    const previewFor = async (body: string) =>
      ((await snippets({ body }, [id!]))['list'] as Array<{ preview: string | null }>)[0]!.preview
    expect(await previewFor('*rechnung')).toBeNull()
    await rig.room.mail.search.readAttachments()
    expect(await previewFor('*rechnung')).toBe('&lt;Strom<mark>rechnung</mark>&gt;;12')
    expect(await previewFor('rechnung')).toBeNull()
    expect(await previewFor('said')).toBe('nothing <mark>said</mark>')
  })

  test('are null where nothing matches, for other conditions and for what is excluded', async () => {
    const [id] = await deliver({ subject: 'plain', body: 'nothing here' })
    const none = [{ emailId: id, subject: null, preview: null }]
    for (const filter of [
      null,
      {},
      { text: 'absent' },
      { from: 'ann' },
      { operator: 'NOT', conditions: [{ text: 'plain' }] },
    ])
      expect((await snippets(filter, [id!]))['list']).toEqual(none)
    expect((await snippets({ subject: 'plain' }, [id!]))['list']).toEqual([
      { emailId: id, subject: '<mark>plain</mark>', preview: null },
    ])
  })

  test('have at most 255 octets, whatever the characters', async () => {
    const [id] = await deliver({
      subject: 's',
      headers: ['Content-Type: text/plain; charset=utf-8'],
      body: '🎉&<>"日本'.repeat(200) + ' needle ' + '𝔘'.repeat(300),
    })
    for (const body of ['needle', '日本', '🎉']) {
      const { list } = await snippets({ body }, [id!])
      const [{ preview }] = list as [{ preview: string }]
      expect(Buffer.byteLength(preview)).toBeLessThanOrEqual(255)
      expect(preview).toContain('<mark>')
      expect(preview).not.toMatch(/\p{Surrogate}/u)
    }
  })

  test('of messages that are not there, or another user’s, are listed as not found', async () => {
    const [theirs] = await rig.bob.deliver([
      { subject: 'secret report', boxes: [rig.bob.account.boxes.inbox] },
    ])
    const foreign = emailWireId.encode(theirs!)
    expect(await snippets({ text: 'secret' }, ['M987654', 'x', foreign])).toMatchObject({
      list: [],
      notFound: ['M987654', 'x', foreign],
    })
    expect(await found({ text: 'secret' })).toEqual([])
    expect(await ask('SearchSnippet/get', { filter: null })).toMatchObject({ type: 'invalidArguments' })
    expect(await ask('SearchSnippet/get', { filter: { colour: 1 }, emailIds: [] })).toMatchObject({
      type: 'unsupportedFilter',
    })
  })
})
