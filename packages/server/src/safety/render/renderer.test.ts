import { describe, expect, test } from 'vitest'
import { processorTime } from '../../../../server-testing/src/kit/processor-time.ts'
import { drawn, inside, render } from '../../../../server-testing/src/safety/render/test-renderer.ts'

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
  test('keeps what messages are made of', async () => {
    const message =
      '<h1 align="center">A</h1><table width="600" cellpadding="0"><tbody><tr><td bgcolor="#ffffff" colspan="2">' +
      '<font color="red" size="2">b</font><br><ul><li>c</li></ul></td></tr></tbody></table>'
    expect(await drawn(message)).toBe(message)
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
    expect(await drawn('<img src="data:image/gif;base64,R0">')).toBe('<img src="data:image/gif;base64,R0">')
  })

  test.each(['CID:unknown', 'cid:constructor', 'cid:'])(
    '%s without a part is an empty picture',
    async (source) => {
      const inlineImages = { 'a@b': 'data:image/png;base64,AAAA' }
      const html = await drawn(
        `<img src="${source}" width="40" height="30"><p style="background:url(${source})">x</p>`,
        {
          inlineImages,
        },
      )
      expect(html).not.toMatch(/cid:/i)
      expect(html).toMatch(/<img width="40" height="30" src="data:image\/svg\+xml,/)
    },
  )

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
