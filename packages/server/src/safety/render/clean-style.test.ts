import { describe, expect, test } from 'vitest'
import { drawn, inside, render } from '../../../../server-testing/src/safety/render/test-renderer.ts'

async function loadStyle(declarations: string): Promise<string> {
  const html = await drawn(`<p style="${declarations.replace(/"/g, '&quot;')}">x</p>`)
  return (/ style="([^"]*)"/.exec(html)?.[1] ?? '').replace(/&quot;/g, '"')
}

async function loadSheet(css: string, theme: 'light' | 'dark' = 'light'): Promise<string> {
  const { srcdoc } = await render(`<style>${css}</style><p>x</p>`, { theme })
  return /<\/style><style>([\s\S]*?)<\/style>/.exec(srcdoc)?.[1] ?? ''
}

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
    expect(await loadStyle(declarations)).toBe(expected)
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
    expect(await loadSheet(css)).toBe(expected)
  })

  test('the theme of the reader decides prefers-color-scheme', async () => {
    const css =
      '@media (prefers-color-scheme:dark){p{color:white}}' +
      '@media screen and (prefers-color-scheme:light) and (max-width:9px){p{color:black}}' +
      '@media not all and (prefers-color-scheme:dark){p{color:red}}'
    expect(await loadSheet(css, 'dark')).toBe('@media all{p{color:white}}')
    expect(await loadSheet(css, 'light')).toBe('@media screen and (max-width:9px){p{color:black}}')
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
