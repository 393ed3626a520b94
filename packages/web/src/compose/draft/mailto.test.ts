import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draftOfMailto } from './mailto.ts'

const emails = (people: readonly { email: string }[]) => people.map(({ email }) => email)

describe('a mailto link (RFC 6068)', () => {
  test('names recipients in its path and in fields, each once', () => {
    const draft = draftOfMailto(
      'mailto:a@x.example,b@x.example?to=A@x.example&cc=c@x.example&bcc=d@x.example',
    )
    expect(draft && [draft.to, draft.cc, draft.bcc].map(emails)).toEqual([
      ['a@x.example', 'b@x.example'],
      ['c@x.example'],
      ['d@x.example'],
    ])
  })

  test('has subject and text, whose plus is a plus and whose lines are lines', () => {
    expect(draftOfMailto('MAILTO:a@x.example?Subject=1+1%20%3D%0D%0A2&body=one%0D%0Atwo')).toMatchObject({
      subject: '1+1 = 2',
      body: 'one\ntwo',
    })
  })

  test('cannot set a field that could harm', () => {
    const draft = draftOfMailto('mailto:a@x.example?attach=/etc/passwd&from=boss@x.example&subject=s')
    expect(draft).toEqual({
      to: [{ name: null, email: 'a@x.example' }],
      cc: [],
      bcc: [],
      subject: 's',
      body: '',
    })
  })

  test('with a broken escape keeps it as it is', () => {
    expect(draftOfMailto('mailto:?subject=50%')).toMatchObject({ subject: '50%', to: [] })
  })

  test.each(['', 'https://x.example', 'javascript:alert(1)', 'xmailto:a@x.example'])('%j is none', (url) =>
    expect(draftOfMailto(url)).toBeUndefined(),
  )

  test('never puts a line break into a subject, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const draft = draftOfMailto(`mailto:a@x.example?subject=${encodeURIComponent(text)}`)
        expect(draft?.subject).not.toMatch(/[\r\n]/)
      }),
    )
  })
})
