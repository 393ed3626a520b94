import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorTime } from '../../../../../test/fixtures/processor-time.ts'
import { fixedClock } from '../../kit/clock.ts'
import { systemRandom } from '../../kit/random.ts'
import { inThisThread } from './render-run.ts'
import { createRenderer } from './renderer.ts'
import type { RenderInput } from './rendering.ts'

const renderer = createRenderer({
  clock: fixedClock(new Date('2026-11-21T10:00:00Z')),
  random: systemRandom,
  imageKey: 'k',
  run: inThisThread,
})

async function render(html: string | null, more: Partial<RenderInput> = {}) {
  return await renderer.message_render({
    html,
    text: null,
    inlineImages: {},
    images: 'blocked',
    theme: 'light',
    origin: 'https://mail.example',
    ...more,
  })
}

/** What stands between the box that is measured, and the script. */
function inside(srcdoc: string): string {
  return /<plmail-body>([\s\S]*)<\/plmail-body>/.exec(srcdoc)?.[1] ?? ''
}

async function drawn(html: string, more: Partial<RenderInput> = {}): Promise<string> {
  return inside((await render(html, more)).srcdoc)
}

async function styleOf(declarations: string): Promise<string> {
  const html = await drawn(`<p style="${declarations.replace(/"/g, '&quot;')}">x</p>`)
  return (/ style="([^"]*)"/.exec(html)?.[1] ?? '').replace(/&quot;/g, '"')
}

async function sheetOf(css: string, theme: 'light' | 'dark' = 'light'): Promise<string> {
  const { srcdoc } = await render(`<style>${css}</style><p>x</p>`, { theme })
  return /<\/style><style>([\s\S]*?)<\/style>/.exec(srcdoc)?.[1] ?? ''
}

describe('the frame', () => {
  test('has a policy of its own, with a nonce that is new every time', async () => {
    const [first, second] = [await render('<p>x</p>'), await render('<p>x</p>')]
    const nonce = /script-src 'nonce-([^']+)'/.exec(first.srcdoc)?.[1]
    expect(first.srcdoc).toContain(
      `content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; ` +
        `img-src https://mail.example data:; base-uri 'none'; form-action 'none'"`,
    )
    expect(first.srcdoc).toContain(`<script nonce="${nonce}">`)
    expect(second.srcdoc).not.toContain(`nonce-${nonce}`)
  })
})

describe('markup', () => {
  test('keeps what letters are made of', async () => {
    const letter =
      '<h1 align="center">A</h1><table width="600" cellpadding="0"><tbody><tr><td bgcolor="#ffffff" colspan="2">' +
      '<font color="red" size="2">b</font><br><ul><li>c</li></ul></td></tr></tbody></table>'
    expect(await drawn(letter)).toBe(letter)
  })

  test.each([
    ['<p onclick="x()" onmouseover=y>a</p>', '<p>a</p>'],
    ['<form action=/x><label>Name</label><input value=b><button>go</button></form>', 'Name'],
    ['<svg><style>p{}</style><p>in</p></svg>after', '<p>in</p>after'],
    ['<svg><a href="javascript:1"><text>t</text></a></svg>after', 'after'],
    ['<math><mi xlink:href="data:x">t</mi></math>after', 'after'],
    ['<noscript><p>a</p></noscript><template><p>b</p></template>c', 'c'],
    ['<unknown-thing><b>kept</b></unknown-thing>', '<b>kept</b>'],
    ['<a id="parent" name="document">x</a>', '<a id="m-parent" name="m-document">x</a>'],
    ['a<!-- <b>comment</b> -->b<![CDATA[c]]>', 'ab'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    [
      '<p title="&quot;><img src=x onerror=1>">a</p>',
      '<p title="&quot;&gt;&lt;img src=x onerror=1&gt;">a</p>',
    ],
    [
      '<div role="presentation" aria-hidden="true" aria-owns="x">a</div>',
      '<div role="presentation" aria-hidden="true">a</div>',
    ],
  ])('%s', async (html, expected) => {
    expect(await drawn(html)).toBe(expected)
  })

  test.each([
    ['https://a.example/?b=1&c=2', 'https://a.example/?b=1&amp;c=2'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['tel:+491234', 'tel:+491234'],
    [' ht\ntps://a.example/', 'https://a.example/'],
  ])('a link to %s opens elsewhere and tells nothing', async (href, expected) => {
    expect(await drawn(`<a href="${href}">x</a>`)).toBe(
      `<a href="${expected}" target="_blank" rel="noopener noreferrer nofollow">x</a>`,
    )
  })

  test.each([
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '/relative',
    '//a.example',
    'blob:x',
    'about:blank',
    'https:a',
    '#',
  ])('a link to %s is none', async (href) => {
    expect(await drawn(`<a href="${href}">x</a>`)).toBe('<a>x</a>')
  })

  test('a link inside the message leads to its prefixed name', async () => {
    expect(await drawn('<a href="#top">x</a><a name="top">y</a>')).toBe(
      '<a href="#m-top">x</a><a name="m-top">y</a>',
    )
  })

  test('the own colours of the body element win over the ground of the frame', async () => {
    const { srcdoc } = await render('<body bgcolor="eeeeee" text=#333333 onload=x class=a><p>x</p></body>')
    expect(srcdoc).toContain('<body class="a" style="color:#333333;background-color:#eeeeee">')
  })
})

describe('remote images', () => {
  const address = /\/mail\/image-proxy\?u=([\w-]+)&amp;e=\d+&amp;s=[0-9a-f]{32}/

  test.each([
    ['https://a.example/x.png', 'https://a.example/x.png'],
    ['http://a.example/x.png', 'https://a.example/x.png'],
    ['//a.example/x.png', 'https://a.example/x.png'],
    [' h\nttps://a.example/x.png ', 'https://a.example/x.png'],
  ])('%s is held back under its proxy address', async (source, fetched) => {
    const { srcdoc, blockedImages } = await render(`<img src="${source}" alt="cat">`)
    expect(blockedImages).toBe(1)
    const [img = ''] = /<img[^>]*>/.exec(inside(srcdoc)) ?? []
    expect(img).toMatch(/^<img alt="cat" src="data:image\/svg\+xml,/)
    const parked = /data-plmail-src="([^"]*)"/.exec(img)?.[1] ?? ''
    expect(Buffer.from(address.exec(parked)?.[1] ?? '', 'base64url').toString()).toBe(fetched)
  })

  test('the placeholder has the declared size, a style before an attribute', async () => {
    const html = await drawn(
      '<img src="//a/b" width="600" height="30px" style="height: 300.5px; max-width:100%">',
    )
    expect(html).toContain('width=&#39;600&#39; height=&#39;300&#39;')
    expect(await drawn('<img src="//a/b" width="100%">')).toContain('width=&#39;16&#39; height=&#39;1&#39;')
  })

  test('on demand they come through the proxy, and none is held back', async () => {
    const html = '<img src="https://a.example/x"><p style="background:url(https://b.example/y)">x</p>'
    const { srcdoc, blockedImages } = await render(html, { images: 'proxied' })
    expect(blockedImages).toBe(0)
    expect(inside(srcdoc)).toMatch(
      /^<img src="\/mail\/image-proxy\?u=[^"]+"><p style="background:url\(\/mail\/image-proxy/,
    )
    expect(srcdoc).not.toContain('data-plmail-src')
  })

  test.each([
    'https:a.example/x',
    'https:/a.example/x',
    '\\\\a.example\\x',
    '/\\a.example',
    'x.png',
    '/x.png',
    'ftp://a/x',
    'file:///x',
    'blob:x',
    'data:image/svg+xml,<svg/>',
    'data:text/html,x',
    '///a.example',
  ])('%s is no picture at all', async (source) => {
    expect(await drawn(`<img src="${source.replace(/</g, '&lt;')}">`)).toBe('<img>')
  })

  test('pictures inside the message stay, by content id or as data', async () => {
    const inlineImages = { 'a@b': 'data:image/png;base64,AAAA' }
    expect(await drawn('<img src="cid:a%40b">', { inlineImages })).toBe(
      '<img src="data:image/png;base64,AAAA">',
    )
    expect(await drawn('<img src="CID:unknown">', { inlineImages })).toBe('<img src="CID:unknown">')
    expect(await drawn('<img src="cid:constructor">')).toBe('<img src="cid:constructor">')
    expect(await drawn('<img src="data:image/gif;base64,R0">')).toBe('<img src="data:image/gif;base64,R0">')
  })

  test('other ways to name a picture are dropped or held back as well', async () => {
    const { srcdoc, blockedImages } = await render(
      '<img srcset="//a/1 1x" lowsrc="//a/2" dynsrc="//a/3"><table background="//a/4"><tr><td>x</td></tr></table>',
    )
    expect(blockedImages).toBe(1)
    expect(srcdoc).not.toContain('//a/')
    expect(inside(srcdoc)).toContain('<table data-plmail-src="/mail/image-proxy?u=')
  })

  test('one picture used often counts once', async () => {
    expect((await render('<img src="//a/1"><img src="//a/1"><img src="//a/2">')).blockedImages).toBe(2)
  })
})

describe('styles', () => {
  test.each([
    ['color: RED ; margin:0 auto!important', 'color:RED;margin:0 auto!important'],
    ['width:calc(100% - 10px)', 'width:calc(100% - 10px)'],
    ['background:linear-gradient(red,blue)', 'background:linear-gradient(red,blue)'],
    ['position:relative', 'position:relative'],
    ['position:fixed', ''],
    ['position:ABSOLUTE;color:red', 'color:red'],
    ['width:expression(alert(1))', ''],
    ['width:u\\72l(//a/x)', ''],
    ['background:\\75rl(//a/x)', ''],
    ['background-image:image-set("//a/x" 1x)', ''],
    ['background:-webkit-image-set(url(//a/x) 1x)', ''],
    ['background:src("//a/x")', ''],
    ['color:var(--x);--x:url(//a)', ''],
    ['content:url(//a/x);cursor:url(//a/x),auto;mask:url(//a/x)', ''],
    ['filter:url(//a/x);clip-path:url(//a/x);shape-outside:url(//a/x)', ''],
    ['behavior:url(#x);-moz-binding:url(//a/x)', ''],
    ['color:red;}p{color:blue', 'color:red'],
    ['animation:x 1s;transition:all 1s', ''],
    ['height:100vh;min-height:50DVH', ''],
    ['font-family:"</style><script>x"', 'font-family:"\\3c /style&gt;\\3c script&gt;x"'],
    ['width:url(//a/x)', ''],
    ['background:url(file:///x)', ''],
    ['background:url("/\\\\a/x")', ''],
  ])('%s becomes %s', async (declarations, expected) => {
    expect(await styleOf(declarations)).toBe(expected)
  })

  test('a remote picture in a style is held back on its element', async () => {
    const { srcdoc, blockedImages } = await render(
      '<p style="background:red url(&quot;//a/x&quot;) no-repeat">x</p>',
    )
    expect(blockedImages).toBe(1)
    expect(inside(srcdoc)).toMatch(
      /^<p data-plmail-src="\/mail\/image-proxy\?u=[^"]+" style="background:red url\(data:image\/gif/,
    )
  })

  test.each([
    ['p{color:red}.a>b:first-child{margin:0}', 'p{color:red}.a>b:first-child{margin:0}'],
    ['#a{color:red}', '#m-a{color:red}'],
    ['@import "//a/x";@import url(//a/x);p{color:red}', 'p{color:red}'],
    ['@font-face{font-family:x;src:url(//a/x)}p{color:red}', 'p{color:red}'],
    ['@supports (color:red){p{color:red}}@layer a{p{color:red}}@container (width>1px){p{color:red}}', ''],
    [
      '@media (max-width:600px){.a{width:100%!important}}',
      '@media (max-width:600px){.a{width:100%!important}}',
    ],
    [
      '@media only screen and (max-width:600px),print{a{color:red}}',
      '@media only screen and (max-width:600px),print{a{color:red}}',
    ],
    ['@media (min-height:1px){p{color:red}}@media (orientation:portrait){p{color:red}}', ''],
    ['p{color:red;& b{background:url(//a/x)}}', 'p{color:red}'],
    ['p[title="<x"]{color:red}', 'p[title="\\3c x"]{color:red}'],
    ['<!-- p{color:red} -->', 'p{color:red}'],
    ['p{position:fixed}', ''],
  ])('the block %s becomes %s', async (css, expected) => {
    expect(await sheetOf(css)).toBe(expected)
  })

  test('the theme of the reader decides prefers-color-scheme', async () => {
    const css =
      '@media (prefers-color-scheme:dark){p{color:white}}' +
      '@media screen and (prefers-color-scheme:light) and (max-width:9px){p{color:black}}' +
      '@media not all and (prefers-color-scheme:dark){p{color:red}}'
    expect(await sheetOf(css, 'dark')).toBe('@media all{p{color:white}}')
    expect(await sheetOf(css, 'light')).toBe('@media screen and (max-width:9px){p{color:black}}')
  })

  test('a message without dark colours stays on a light card, one that brings them gets a dark one', async () => {
    const plain = await render('<p>x</p>', { theme: 'dark' })
    expect(plain.srcdoc).toContain('body{background:#fff')
    const styled = await render('<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>x</p>', {
      theme: 'dark',
    })
    expect(styled.srcdoc).toContain('body{background:#1b1d21')
  })
})

describe('quotes', () => {
  const isFolded = async (html: string, part: string) => {
    const [, fold = ''] = /<details class="plmail-quote">([\s\S]*)<\/details>/.exec(await drawn(html)) ?? []
    return fold.includes(part)
  }

  test.each([
    '<div>New</div><div class="gmail_quote">On Monday A wrote:<blockquote>OLD</blockquote></div>',
    '<p>New</p><div class="moz-cite-prefix">On Monday A wrote:</div>\n<blockquote type="cite">OLD</blockquote>',
    '<div>New</div><hr id="stopSpelling"><div>From: A</div><p>OLD</p>',
    '<div>New</div><div id="appendonsend"></div><div id="divRplyFwdMsg">From: A</div><p>OLD</p>',
    '<div><p>New</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p>From: A</p></div><p>OLD</p></div>',
    '<div>New</div><div class="yahoo_quoted">OLD</div>',
    '<div>New</div><div class="protonmail_quote">OLD</div>',
    '<p>Neu</p><p><b>Von:</b> A<br><b>Gesendet:</b> Montag<br></p><p>OLD</p>',
    '<table><tr><td><p>New</p><div class="gmail_quote">OLD</div></td></tr></table>',
  ])('of a reply are folded: %s', async (html) => {
    expect(await isFolded(html, 'OLD')).toBe(true)
    expect(await isFolded(html, 'New')).toBe(false)
  })

  test('an answer below a quote stays in sight', async () => {
    expect(await isFolded('<blockquote type="cite">OLD</blockquote><p>New</p>', 'New')).toBe(false)
  })

  test('a forward, and a message that is nothing but a quote, are not folded', async () => {
    expect(await drawn('<div class="gmail_quote">OLD</div>')).not.toContain('details')
    expect(
      await drawn('FYI<div class="gmail_quote"><div>---------- Forwarded message ---------</div>OLD</div>'),
    ).not.toContain('details')
  })
})

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

/** Milliseconds of the processor; a quadratic pass over these inputs takes minutes, a linear one well under a second when alone. */
const quadratic = 6_000

describe('size', () => {
  test('five thousand nested elements are drawn, flattened below the depth limit, without losing text', async () => {
    const html = await drawn('<div>'.repeat(5_000) + 'deep<b>est</b>')
    expect(html).toContain('deepest')
    expect(html.split('<div>').length - 1).toBe(250)
  })

  test('a body above the size limit is cut and says so', async () => {
    const { srcdoc } = await render(`<p>${'x'.repeat(3 * 1024 * 1024)}</p>`)
    expect(srcdoc).toContain('too long to show')
    expect(srcdoc.length).toBeLessThan(2.2 * 1024 * 1024)
  })

  test.each([
    ['controls inside an address', `<img src="a${' '.repeat(1_000_000)}b">`],
    ['a list of pictures', `<p style="background:${'url(//a/x),'.repeat(50_000)}url(//a/x)">x</p>`],
    ['nested functions', `<p style="width:${'calc('.repeat(100_000)}">x</p>`],
    ['nested rules', `<style>${'a{'.repeat(50_000)}</style>x`],
    ['nested selectors', `<style>${':not('.repeat(50_000)}</style>x`],
    ['many classes', `<p class="${'a '.repeat(500_000)}">x</p>`],
  ])('%s cost no more than linear time', async (_name, html) => {
    expect(await processorTime(() => render(html))).toBeLessThan(quadratic)
  })

  test.each([
    ['quote marks', '>'.repeat(1_000_000)],
    ['quotes and answers', '> a\nb\n'.repeat(200_000)],
    ['introducing lines', 'On Monday A wrote:\n> x\ny\n'.repeat(60_000)],
    ['addresses', 'http://'.repeat(200_000)],
    ['spaces', ' '.repeat(1_500_000)],
    ['colons', 'From: '.repeat(200_000)],
  ])('a text of nothing but %s costs no more than linear time', async (_name, content) => {
    const text = { content, isFlowed: false, isDelSp: false }
    expect(await processorTime(() => render(null, { text }))).toBeLessThan(quadratic)
  })
})
