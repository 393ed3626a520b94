import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inside, render } from '../../../../server-testing/src/safety/render/test-renderer.ts'

describe('plain text', () => {
  const text = (content: string, isFlowed = false, isDelSp = false) => ({
    text: { content, isFlowed, isDelSp },
  })
  const plain = async (content: string, isFlowed = false, isDelSp = false) => {
    const body = await render(null, text(content, isFlowed, isDelSp))
    expect(body.isPlainText).toBe(true)
    return inside(body.srcdoc)
  }

  test('is escaped, keeps its lines and links its addresses', async () => {
    expect(await plain('<b>&amp;\nsee https://a.example/?x=(1), www.b.com or c@d.example, not e.md')).toBe(
      '<div class="plmail-text">&lt;b&gt;&amp;amp;\nsee <a href="https://a.example/?x=(1)" target="_blank" ' +
        'rel="noopener noreferrer nofollow">https://a.example/?x=(1)</a>, <a href="https://www.b.com" ' +
        'target="_blank" rel="noopener noreferrer nofollow">www.b.com</a> or <a href="mailto:c@d.example" ' +
        'target="_blank" rel="noopener noreferrer nofollow">c@d.example</a>, not e.md</div>',
    )
  })

  test('flowed lines are joined, stuffing removed, quotes and signature kept apart', async () => {
    const html = await plain('one \r\ntwo\r\n  from \r\n> a \r\n> b\r\n-- \r\nme', true)
    expect(html).toMatch(/^<div class="plmail-text">one two\n from <\/div><details/)
    expect(html).toContain('<blockquote><div class="plmail-text">a b</div></blockquote>')
    expect(html).toMatch(/<div class="plmail-signature">-- \nme<\/div>$/)
    expect(await plain('Straßen \nbahn', true, true)).toBe('<div class="plmail-text">Straßenbahn</div>')
  })

  test('a quote at the end is folded with the line that introduces it, nested quotes inside', async () => {
    const html = await plain('Yes.\n\nOn Monday A wrote:\n> Really?\n>> First\n')
    expect(html).toMatch(/^<div class="plmail-text">Yes\.\n<\/div><details class="plmail-quote"><summary/)
    expect(html).toMatch(/On Monday A wrote:<\/div><blockquote>.*<blockquote>.*First/s)
  })

  test('answers between short quotes leave them open', async () => {
    expect(await plain('> Really?\nYes.\n> Sure?\nYes.')).not.toContain('details')
  })

  test('an unmarked older message is folded', async () => {
    expect(await plain('Ok\n\n-----Original Message-----\nFrom: A\n\nOLD')).toMatch(/<details.*OLD/s)
    expect(await plain('Ok\n\n________________________________\nFrom: A\nSent: Monday\n\nOLD')).toMatch(
      /<details.*OLD/s,
    )
  })

  test('stands in for HTML that shows nothing', async () => {
    const more = text('words')
    expect((await render('<style>p{}</style><!-- x --> ', more)).isPlainText).toBe(true)
    expect((await render('<p>x</p>', more)).isPlainText).toBe(false)
    expect((await render('<img src="//a/b">', more)).isPlainText).toBe(false)
  })

  test('loses no line and repeats none, whatever the text', async () => {
    const line = fc.constantFrom(
      '> q',
      '>> r',
      'own',
      '-- ',
      '',
      'On A wrote:',
      '________________________',
      'From: x',
    )
    const texts = fc.sample(fc.tuple(fc.array(line), fc.boolean()), 200)
    const mistaken: unknown[] = []
    for (const [lines, isFlowed] of texts) {
      const marked = lines.map((content, index) => (/\w/.test(content) ? `${content}#${index}#` : content))
      const html = await plain(marked.join('\n'), isFlowed)
      const shown = [...html.matchAll(/#(\d+)#/g)].map(([, index]) => Number(index))
      const expected = [...lines.keys()].filter((index) => marked[index]?.endsWith('#'))
      if (shown.join() !== expected.join()) mistaken.push({ lines, isFlowed, shown })
    }
    expect(mistaken).toEqual([])
  })
})
