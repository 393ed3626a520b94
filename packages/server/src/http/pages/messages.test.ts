import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unpacked, zipEntries } from '../../mail/search/attached/zip.ts'
import { messagePage } from './message-page.ts'
import { fileName, uniqueFileNames, zipStream } from './zip-stream.ts'

describe('an archive', () => {
  async function archived(files: Record<string, Buffer>): Promise<Buffer> {
    const entries = Object.entries(files).map(([name, bytes]) => ({ name, content: () => bytes }))
    const pieces: Buffer[] = []
    for await (const piece of zipStream(entries, new Date('2026-11-21T10:00:00Z'))) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  test('is read by others, names beyond ASCII and empty files included', async () => {
    const files = {
      'Rechnung März.pdf': Buffer.from('%PDF'),
      'empty.txt': Buffer.alloc(0),
      '猫.bin': Buffer.alloc(70_000, 7),
    }
    const zip = await archived(files)
    const read = zipEntries(zip).map((entry) => [entry.name, unpacked(zip, entry, 100_000)])
    expect(Object.fromEntries(read)).toEqual(files)
  })

  test('asks for one file after the other', async () => {
    const asked: string[] = []
    const entries = ['a', 'b'].map((name) => ({ name, content: () => (asked.push(name), Buffer.from(name)) }))
    const pieces = zipStream(entries, new Date(0))
    await pieces.next()
    expect(asked).toEqual(['a'])
  })

  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\x\\y.exe', 'C__x_y.exe'],
    ['', 'file'],
    ['..', 'file'],
    ['con.txt', 'file-con.txt'],
    ['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
  ])('names %j so that it unpacks into its folder', (written, name) => {
    expect(fileName(written)).toBe(name)
  })

  test('has no two files of one name, whatever strangers call them', () => {
    expect(uniqueFileNames(['a.pdf', 'A.pdf', null, null])).toEqual([
      'a.pdf',
      'A (2).pdf',
      'file',
      'file (2)',
    ])
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('a', 'a (2)', '/'))), (names) => {
        const unique = uniqueFileNames(names)
        expect(new Set(unique.map((name) => name.toLowerCase())).size).toBe(names.length)
        for (const name of unique) expect(name).toMatch(/^[^/\\<>:"|?*\p{Cc}]+$/u)
      }),
    )
  })
})

describe('a message on paper', () => {
  const printed = (subject: string, name: string, body = '<p>body</p>') =>
    messagePage({
      ...{ subject, to: [], cc: [], date: 'today', attachments: [name], blockedImages: 1, body },
      ...{ from: [{ name, email: 'a@b.example' }], locale: 'de-DE', nonce: 'n' },
    })

  test('escapes everything but the body, which stands in it once', () => {
    const page = printed('<script>x</script>', '"><img src=x>')
    expect(page).not.toContain('<script>x')
    expect(page).not.toContain('<img')
    expect(page.split('<p>body</p>')).toHaveLength(2)
    expect(page).toContain('<html lang="de-DE">')
    expect(page).toContain('Bilder aus dem Internet sind nicht geladen.')
  })

  test('keeps the body in its place when a subject looks like it', () => {
    const page = printed('<plmail-body-goes-here></plmail-body-goes-here>', 'x', '$& $1 body')
    expect(page.split('$& $1 body')).toHaveLength(2)
    expect(page.indexOf('$& $1 body')).toBeGreaterThan(page.indexOf('<main>'))
  })
})
