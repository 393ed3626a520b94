import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { workspaceAliases } from '../../../../../../tools/workspaces.mjs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  messageWith,
  writePdf,
  writeZip,
} from '../../../../../server-testing/src/mail/search/attached/documents.ts'
import { readingApart } from './attachment-reader.ts'
import { attachedText, maxAttachedText } from './attachment-text.ts'

const openXml = 'application/vnd.openxmlformats-officedocument'
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const docx = (text: string) =>
  writeZip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document>${text}</w:document>`,
  })
const inner = (body: string) =>
  `From: Carl <carl@inner.example>\r\nSubject: forwarded offer\r\n\r\n${body}\r\n`

describe('what attachments say', () => {
  const cases: Array<[string, Parameters<typeof messageWith>[0], string[]]> = [
    [
      'a text',
      { type: 'text/csv; charset=iso-8859-1', content: Buffer.from('Müller;12', 'latin1') },
      ['Müller;12'],
    ],
    ['HTML', { type: 'text/html', content: '<style>no</style><p>said <b>here</b></p>' }, ['said here']],
    [
      'an invitation',
      {
        type: 'text/calendar',
        content:
          'BEGIN:VEVENT\r\nUID:hidden\r\nSUMMARY:Team\\, lun\r\n ch\r\nATTENDEE;CN="Zoë: Z";X=1:mailto:zoe@x.example\r\nEND:VEVENT',
      },
      ['Team, lunch', 'Zoë: Z', 'zoe@x.example'],
    ],
    [
      'a message',
      { type: 'message/rfc822', content: inner('price list') },
      ['forwarded offer', 'carl@inner.example', 'price list'],
    ],
    ['a PDF', { type: 'application/pdf', content: writePdf('Stromrechnung 2026') }, ['Stromrechnung 2026']],
    [
      'a document',
      {
        type: `${openXml}.wordprocessingml.document`,
        content: docx(paragraph('first') + paragraph('A &amp; B &#x1F389;')),
      },
      ['first', 'A & B 🎉'],
    ],
    [
      'a sheet',
      {
        type: `${openXml}.spreadsheetml.sheet`,
        content: writeZip({
          'xl/sharedStrings.xml': '<sst><si><t>budget</t></si><si><t>rent</t></si></sst>',
          'xl/worksheets/sheet1.xml': '<c t="s"><v>41</v></c><c t="inlineStr"><is><t>own</t></is></c>',
        }),
      },
      ['budget rent', 'own'],
    ],
    [
      'slides, stored without packing',
      {
        type: `${openXml}.presentationml.presentation`,
        content: writeZip({ 'ppt/slides/slide1.xml': '<a:p><a:t>Road map</a:t></a:p>' }, false),
      },
      ['Road map'],
    ],
    [
      'an OpenDocument',
      {
        type: 'application/octet-stream',
        name: 'x.odt',
        content: writeZip({ 'content.xml': '<text:p>open</text:p><text:p>text</text:p>' }),
      },
      ['open text'],
    ],
    [
      'a PDF that nobody calls so',
      { type: 'application/octet-stream', name: 'A.PDF', content: writePdf('vague') },
      ['vague'],
    ],
  ]

  test.each(cases)('is read in %s', async (_, attachment, said) => {
    const text = (await attachedText(messageWith(attachment))).replace(/ +/g, ' ')
    for (const one of said) expect(text).toContain(one)
    expect(text).not.toMatch(/hidden|41|shown|no\b/)
  })

  test('is what all of them say, messages in messages included, to a depth and a length', async () => {
    let nested = inner('deepest').replace('offer', 'level5')
    for (let level = 4; level > 0; level -= 1)
      nested = messageWith({ type: 'message/rfc822', content: nested })
        .toString()
        .replace('Subject: s', `Subject: level${level}`)
        .replace('boundary=b\r\n', `boundary=b${level}\r\n`)
        .replace(/^--b(?=\r|--)/gm, `--b${level}`)
    const text = await attachedText(
      messageWith(
        { type: 'message/rfc822', content: nested },
        { type: 'text/x-log', content: 'word '.repeat(100_000) },
      ),
    )
    expect(text).toContain('level3')
    expect(text).not.toContain('level4')
    expect(text).toContain('word word')
    expect(text.length).toBeLessThanOrEqual(maxAttachedText)
  })

  test('is nothing for pictures, archives, what is shown anyway, and what only claims to be a document', async () => {
    for (const type of [
      'image/png',
      'application/zip',
      'application/pdf',
      `${openXml}.wordprocessingml.document`,
    ])
      expect(await attachedText(messageWith({ type, content: 'not what it says' })), type).toBe('')
    expect(await attachedText(Buffer.from('Subject: s\r\n\r\nshown'))).toBe('')
  })
})

describe('hostile attachments', () => {
  test('of any bytes say something or nothing', async () => {
    const originals = [
      docx(paragraph('text')),
      writePdf('text'),
      writeZip({ 'content.xml': '<text:p>x</text:p>' }),
    ]
    const types = [
      'application/pdf',
      `${openXml}.wordprocessingml.document`,
      'text/calendar',
      'message/rfc822',
      'text/html',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...types),
        fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(...originals)),
        fc.array(fc.record({ at: fc.nat(2_000), byte: fc.nat(255) }), { maxLength: 20 }),
        async (type, original, changes) => {
          const content = Buffer.from(original)
          for (const { at, byte } of changes) if (content.length > 0) content[at % content.length] = byte
          expect(typeof (await attachedText(messageWith({ type, content })))).toBe('string')
        },
      ),
      { numRuns: 150 },
    )
  })

  test('that unpack without end, or are one tag, take bounded time and memory', async () => {
    const type = `${openXml}.wordprocessingml.document`
    const bombs = [
      docx('A'.repeat(200_000_000)),
      docx(`<${'a'.repeat(20_000_000)}`),
      docx('<!'.repeat(10_000_000)),
      docx(`<!${'a'.repeat(20_000_000)}`),
      writeZip(
        Object.fromEntries(
          Array.from({ length: 300 }, (_, n) => [`word/header${n}.xml`, 'x'.repeat(100_000)]),
        ),
      ),
    ]
    for (const content of bombs) {
      const began = process.cpuUsage()
      const text = await attachedText(messageWith({ type, content }))
      const { user } = process.cpuUsage(began)
      expect(text.length).toBeLessThanOrEqual(maxAttachedText)
      expect(user / 1_000).toBeLessThan(10_000)
    }
  }, 60_000)
})

describe('the process that reads', () => {
  let folder: string
  let file: URL

  beforeAll(async () => {
    // inside node_modules, so that the built file finds its packages as the one in dist does
    const caches = fileURLToPath(new URL('../../../../../../node_modules/.cache/', import.meta.url))
    mkdirSync(caches, { recursive: true })
    folder = mkdtempSync(join(caches, 'reading-'))
    const outfile = join(folder, 'reading-program.mjs')
    await build({
      entryPoints: [fileURLToPath(new URL('./reading-program.ts', import.meta.url))],
      outfile,
      bundle: true,
      packages: 'external',
      alias: workspaceAliases(),
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    })
    file = pathToFileURL(outfile)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('says what is attached, one message after the other, and again after a rest', async () => {
    const reader = readingApart(file)
    const pdf = messageWith({ type: 'application/pdf', content: writePdf('invoice') })
    expect(await reader.read(pdf)).toBe('invoice')
    expect(await reader.read(messageWith({ type: 'text/csv', content: 'a;b' }))).toBe('a;b')
    await reader.rest()
    expect(await reader.read(pdf)).toBe('invoice')
    await reader.rest()
  })

  test('stands back for everything else, unless somebody looks on', async () => {
    // Children of this very process, of which nothing else here starts any.
    const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
    const priorities: number[] = []
    for (const limits of [{}, { isAwaited: true }]) {
      const before = children()
      const reader = readingApart(file, limits)
      await reader.read(messageWith({ type: 'text/csv', content: 'a;b' }))
      const [mine] = children().filter((pid) => !before.includes(pid))
      priorities.push(getPriority(Number(mine)))
      await reader.rest()
    }
    expect(priorities).toEqual([constants.priority.PRIORITY_LOW, getPriority()])
  })

  test('is replaced when it takes too long or too much memory', async () => {
    const type = `${openXml}.wordprocessingml.document`
    const large = messageWith({ type, content: docx('<w:p>x</w:p>'.repeat(2_000_000)) })
    const small = messageWith({ type: 'text/csv', content: 'fine' })
    const hurried = readingApart(file, { budgetMs: 1 })
    expect(await hurried.read(large)).toBeNull()
    await hurried.rest()
    const cramped = readingApart(file, { heapMb: 8 })
    expect(await cramped.read(large)).toBeNull()
    expect(await cramped.read(small)).toBe('fine')
    await cramped.rest()
  }, 60_000)
})
