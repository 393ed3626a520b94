import { describe, expect, test } from 'vitest'
import { parseMessage, textOfHtml } from '../index.ts'

function preview(type: string, body: string): unknown {
  return parseMessage(Buffer.from(`Content-Type: ${type}; charset=utf-8\n\n${body}`)).summary['preview']
}

const padding = '&#847;&zwnj;&nbsp;&shy;&#8199;&#65279;'.repeat(60)

const htmlPreviews: ReadonlyArray<[what: string, html: string, expected: string]> = [
  ['words without tags', '<p>Hello <b>you</b></p><p>there', 'Hello you there'],
  ['entities', 'a &amp; b &lt;c&gt;', 'a & b <c>'],
  [
    'no style, script, title or comment',
    '<title>t</title><style>p{}</style><script>1<2</script><!-- c -->x',
    'x',
  ],
  ['no Outlook leftovers', '<!--[if mso]><p>outlook</p><![endif]--><![if !mso]>x<![endif]>', 'x'],
  [
    'the preheader without its padding',
    `<div style="display:none">In short${padding}</div><p>Long</p>`,
    'In short Long',
  ],
  [
    'nothing hidden after the start',
    '<p>a</p><div style="DISPLAY : none">b<div>c</div></div><p>d</p>',
    'a d',
  ],
  ['nothing after an unclosed hidden paragraph is lost', '<p>a</p><p hidden>b<p>c</p>', 'a c'],
  ['cells apart', '<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
  ['unfinished tags', 'a <b', 'a'],
  ['nothing', '<p> &nbsp; </p>', ''],
]

describe('the preview', () => {
  test.each(htmlPreviews)('of HTML has %s', (_what, html, expected) => {
    expect(preview('text/html', html)).toBe(expected)
  })

  test('of text is on one line, without quotes and drawn rules', () => {
    expect(preview('text/plain', '> you said\n> this\n\nI say\n  that\n----------\nBye')).toBe(
      'I say that Bye',
    )
  })

  test.each([
    'On 2026-11-20 at 16:03, Elin Berg wrote:',
    'On Fri, Nov 20, 2026 at 4:03 PM Elin Berg from the office <\nelin@example.org> wrote:',
    'Am 20.11.2026 um 16:03 schrieb Elin Berg\n<elin@example.org>:',
    'Le 20/11/2026 à 16:03, Elin Berg a écrit :',
    'El 20/11/2026, Elin Berg escribió:',
    'Elin Berg wrote:',
  ])('leaves out the line that introduces a quote: %s', (attribution) => {
    expect(preview('text/plain', `Took it!\n\nJonas\n\n${attribution}\n\n> Will you?\n> Elin`)).toBe(
      'Took it! Jonas',
    )
    const line = attribution.replaceAll('<', '&lt;')
    for (const quote of [
      `<div>${line}</div><blockquote type="cite">Will you?</blockquote>`,
      `<p>${line}</p><blockquote>Will you?</blockquote>`,
      `<div class="gmail_quote"><div>${line}<br></div><blockquote>Will you?</blockquote></div>`,
    ])
      expect(preview('text/html', `<p>Took it!</p><p>Jonas</p>${quote}`)).toBe('Took it! Jonas')
  })

  test('keeps what stands below a quote, and a forwarded message that is all there is', () => {
    const quote = '<div>On Monday A wrote:</div><blockquote type="cite">Old</blockquote>'
    expect(preview('text/html', `${quote}<p>New</p>`)).toBe('New')
    expect(preview('text/plain', 'On Monday A wrote:\n> Old\n\nNew')).toBe('New')
    expect(preview('text/html', '<div class="gmail_quote">Forwarded message<p>Old</p></div>')).toBe(
      'Forwarded message Old',
    )
  })

  test('keeps a sentence that ends like an attribution and introduces nothing', () => {
    expect(preview('text/plain', 'This is what she wrote:\n\nCome soon.')).toBe(
      'This is what she wrote: Come soon.',
    )
    expect(preview('text/html', '<p>Note</p><blockquote>Set off, not quoted</blockquote>')).toBe(
      'Note Set off, not quoted',
    )
  })

  test('of text that is all quote is the quote', () => {
    expect(preview('text/plain', '> you said')).toBe('> you said')
  })

  test('has at most 256 characters and never half of one', () => {
    const text = preview('text/plain', `a${'😀'.repeat(500)}`)
    expect(text).toBe(`a${'😀'.repeat(127)}`)
  })

  test('keeps the joiners emoji and scripts need', () => {
    expect(preview('text/plain', '👩‍💻 می‌خواهم')).toBe('👩‍💻 می‌خواهم')
  })

  test('comes from the HTML when the text part is empty', () => {
    const raw = `Content-Type: multipart/alternative; boundary=b\n\n--b\n\n \n--b\nContent-Type: text/html\n\n<p>Hi\n--b--`
    expect(parseMessage(Buffer.from(raw)).summary['preview']).toBe('Hi')
  })

  test('of a long text in an unlabelled charset does not break at the cut', () => {
    const raw = Buffer.from(`Subject: x\n\n${'äöü ß '.repeat(5_000)}`)
    expect(parseMessage(raw).summary['preview']).toMatch(/^(äöü ß )+/)
  })
})

describe('the text of HTML', () => {
  test('has blocks on their own lines and no hidden text', () => {
    const html = '<div hidden>no</div><h1>A  title</h1><ul><li>one<li>two</ul>x<br>y'
    expect(textOfHtml(html, { maxCharacters: 1_000 })).toBe('A title\none\ntwo\nx\ny')
  })

  test('ends at its limit', () => {
    expect(textOfHtml('<p>hello there</p>'.repeat(1_000), { maxCharacters: 20 })).toHaveLength(20)
  })
})
