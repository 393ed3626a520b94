import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unpacked, zipEntries } from '../../mail/search/attached/zip.ts'
import { type ArchivedFile, writeZip } from './archive.ts'
import { fileName, uniqueFileNames } from './file-names.ts'
import { messagePage } from './message-page.ts'

describe('an archive', () => {
  const at = new Date('2026-11-21T10:00:00Z')

  async function archived(files: Record<string, Buffer>): Promise<Buffer> {
    const entries = Object.entries(files).map(([name, bytes]) => ({ name, content: () => bytes }))
    return buffer(writeZip(entries, at))
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

  test('holds little of its files at a time, however slowly it is read', async () => {
    const size = 200_000
    const asked: string[] = []
    const files = Array.from({ length: 8 }, (_, index): ArchivedFile => {
      const name = `${index}.bin`
      return { name, content: () => (asked.push(name), randomBytes(size)) }
    })
    let read = 0
    for await (const piece of writeZip(files, at)) {
      read += (piece as Buffer).length
      expect((asked.length - 2) * size).toBeLessThanOrEqual(read)
    }
    expect(asked).toHaveLength(8)
    expect(read).toBeGreaterThan(8 * size)
  })

  test('ends with the failure of a file that cannot be had', async () => {
    const broken = {
      name: 'b',
      content: () => {
        throw new Error('gone')
      },
    }
    await expect(
      buffer(writeZip([{ name: 'a', content: () => Buffer.from('a') }, broken], at)),
    ).rejects.toThrow('gone')
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
      subject,
      to: [],
      cc: [],
      date: 'today',
      attachments: [name],
      blockedImages: 1,
      body,
      from: [{ name, email: 'a@b.example' }],
      locale: 'de-DE',
      nonce: 'n',
    })

  test('escapes everything but the body, which stands in it once', () => {
    const page = printed('<script>x</script>', '"><img src=x>')
    expect(page).not.toContain('<script>x')
    expect(page).not.toContain('<img')
    expect(page.split('<p>body</p>')).toHaveLength(2)
    expect(page).toContain('<html lang="de" dir="ltr">')
    expect(page).toContain('Bilder aus dem Internet sind nicht geladen.')
  })

  test('keeps the body in its place when a subject looks like it', () => {
    const page = printed('<plmail-body-goes-here></plmail-body-goes-here>', 'x', '$& $1 body')
    expect(page.split('$& $1 body')).toHaveLength(2)
    expect(page.indexOf('$& $1 body')).toBeGreaterThan(page.indexOf('<main>'))
  })
})
