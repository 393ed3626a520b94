import { describe, expect, test } from 'vitest'
import { decodePart, decodeText, parseMime } from '../index.ts'

function part(
  encoding: string,
  body: string,
  type = 'text/plain; charset=utf-8',
): [Buffer, ReturnType<typeof parseMime>['root']] {
  const raw = Buffer.from(
    `Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n${body}`,
    'latin1',
  )
  return [raw, parseMime(raw).root]
}

const bodies: ReadonlyArray<[what: string, encoding: string, body: string, decoded: string]> = [
  ['base64', 'base64', 'aGVs\r\nbG8=\r\n', 'hello'],
  ['base64 without padding', 'base64', 'aGVsbG8', 'hello'],
  ['base64 with garbage in it', 'base64', 'aG\0V!s-\tbG_8=', 'hello'],
  ['base64 that starts again after padding', 'base64', 'aGVsbG8=\nIHlvdQ==', 'hello you'],
  ['base64 with a digit too many', 'base64', 'aGVsbG8hA', 'hello!'],
  ['base64 that is only padding', 'base64', '====', ''],
  ['quoted-printable', 'quoted-printable', 'a=3Db=\r\nc\r\nd', 'a=bc\r\nd'],
  ['quoted-printable in lower case', 'quoted-printable', '=3d=c3=bc', '=\xc3\xbc'],
  ['a lone equals sign', 'quoted-printable', 'a=b =zz= =4', 'a=b =zz= =4'],
  ['an equals sign at the end', 'quoted-printable', 'a=', 'a'],
  ['a soft break with blanks after it', 'quoted-printable', 'a=  \t\nb', 'ab'],
  ['literal blanks at a line end', 'quoted-printable', 'a  \t\r\nb \n', 'a\r\nb\n'],
  ['encoded blanks at a line end', 'quoted-printable', 'a=20\r\nb=09', 'a \r\nb\t'],
  ['blanks before a soft break', 'quoted-printable', 'a =\nb', 'a b'],
  ['an identity encoding', '8bit', 'a\xc3\xbc=3D', 'a\xc3\xbc=3D'],
  ['uuencode', 'x-uuencode', 'begin 644 a.txt\n%:&5L;&\\\n`\nend\nafter', 'hello'],
  ['uuencode with text before and no end', 'uuencode', 'see:\nbegin 644 a b\n%:&5L;&\\', 'hello'],
  ['uuencode that is none', 'uuencode', 'hello', 'hello'],
  ['an unknown encoding', 'x-zip', 'hello', 'hello'],
]

describe('a body after transfer decoding', () => {
  test.each(bodies)('%s', (_what, encoding, body, decoded) => {
    const [raw, root] = part(encoding, body)
    expect(decodePart(raw, root).toString('latin1')).toBe(decoded)
    expect(root.size).toBe(decoded.length)
  })
})

const charsets: ReadonlyArray<
  [what: string, charset: string, body: string, text: string, isProblem: boolean]
> = [
  ['utf-8', 'utf-8', '\xc3\xbc', 'ü', false],
  ['utf-8 with a byte order mark', 'UTF8', '\xef\xbb\xbfa', 'a', false],
  ['utf-8 with one broken byte', 'utf-8', '\xc3\xbc\xff', 'ü\ufffd', true],
  ['utf-8 that is Latin-1', 'utf-8', 'Gr\xfc\xdfe', 'Grüße', true],
  ['us-ascii that is UTF-8', 'us-ascii', '\xc3\xbc', 'ü', false],
  ['us-ascii that is Latin-1', 'us-ascii', '\xfc', 'ü', true],
  ['windows-1252, quotes and the euro', 'windows-1252', '\x93\x80\x94', '“€”', false],
  ['iso-8859-1, quotes and the euro', 'iso-8859-1', '\x93\x80\x94', '“€”', false],
  ['iso-8859-1, letters of the west', 'iso-8859-1', 'gr\xfc\xdfe \xa0\xff', 'grüße \xa0ÿ', false],
  ['iso-8859-2', 'ISO-8859-2', '\xb1', 'ą', false],
  ['iso-8859-15', 'iso-8859-15', '\xa4', '€', false],
  ['koi8-r', 'koi8-r', '\xf0', 'П', false],
  ['windows-874', 'windows-874', '\xa1', 'ก', false],
  ['tis-620', 'tis-620', '\xa1', 'ก', false],
  ['cp437', 'cp437', '\x81', 'ü', false],
  ['cp850', 'cp850', '\x81', 'ü', false],
  ['utf-7', 'utf-7', '+APw-', 'ü', false],
  ['half a surrogate pair in utf-7', 'utf-7', 'a+2D0-b', 'a\ufffdb', true],
  ['utf-16', 'utf-16', '\xff\xfea\0', 'a', false],
  ['x-mac-cyrillic', 'x-mac-cyrillic', '\x80', 'А', false],
  ['gb2312 that is gb18030', 'gb2312', '\xe9\x64', '閐', false],
  ['big5', 'big5', '\xa4\xa4', '中', false],
  ['shift_jis', 'Shift_JIS', '\x93\xfa', '日', false],
  ['euc-jp', 'euc-jp', '\xc6\xfc', '日', false],
  ['iso-2022-jp', 'iso-2022-jp', '\x1b$BF|\x1b(B', '日', false],
  ['ks_c_5601-1987', 'ks_c_5601-1987', '\xc7\xd1', '한', false],
  ['iso-2022-kr, which nobody decodes', 'iso-2022-kr', 'a', 'a', true],
  ['an unknown set with UTF-8 in it', 'x-nothing', '\xc3\xbc', 'ü', true],
  ['an unknown set with other bytes', '__proto__', '\xfc', 'ü', true],
  ['names of encodings that are no charsets', 'base64', 'YQ==', 'YQ==', true],
  ['unknown-8bit', 'unknown-8bit', '\xc3\xbc', 'ü', false],
]

describe('a text part', () => {
  test.each(charsets)('%s', (_what, charset, body, value, isEncodingProblem) => {
    const [raw, root] = part('8bit', body, `text/plain; charset="${charset}"`)
    expect(decodeText(raw, root)).toEqual({ value, isEncodingProblem })
  })

  test('in an unknown transfer encoding is shown and flagged (RFC 8621 §4.1.4)', () => {
    const [raw, root] = part('x-zip', 'hello')
    expect(decodeText(raw, root)).toEqual({ value: 'hello', isEncodingProblem: true })
  })

  test('has LF line ends', () => {
    const [raw, root] = part('7bit', 'a\r\nb\rc\n')
    expect(decodeText(raw, root).value).toBe('a\nb\rc\n')
  })
})
