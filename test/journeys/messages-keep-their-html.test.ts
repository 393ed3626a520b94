import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as editor from '../../packages/web/src/compose/editor/index.ts'
import { launchChromium } from '../fixtures/chromium.ts'

/** What other mail programs wrote survives being opened, edited and saved here; in a real browser's own DOM. */
declare const composeEditor: typeof editor

let browser: Browser
let page: Page

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('../../packages/web/src/compose/editor/index.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'composeEditor',
    target: 'es2023',
  })
  browser = await launchChromium()
  page = await browser.newPage()
  await page.addScriptTag({ content: outputFiles[0]!.text })
  await page.evaluate(() => composeEditor.readySanitiser())
})
afterAll(() => browser?.close())

/** Opened and written again. */
const through = (html: string) =>
  page.evaluate((given) => composeEditor.htmlOf(composeEditor.docOf(given)), html)

interface Kept {
  elements: number
  attributes: number
  cells: number
}
const kept = (html: string) =>
  page.evaluate((given): Kept => {
    const { body } = new DOMParser().parseFromString(given, 'text/html')
    const all = [...body.querySelectorAll('*')]
    return {
      elements: all.length,
      attributes: all.reduce((sum, one) => sum + one.attributes.length, 0),
      cells: body.querySelectorAll('td, th').length,
    }
  }, html)

const gmailDraft = `<div dir="ltr">Hello Bo,<div><br></div><div>see <a href="https://example.org/a" title="Plan">the plan</a>,
<b>today</b>.</div><ul><li>one</li><li><b>two</b></li></ul><div><br></div>-- <br><div dir="ltr" class="gmail_signature"
data-smartmail="gmail_signature"><div dir="ltr"><b>Ada Byron</b><br>Analyst</div></div></div><br><div class="gmail_quote">
<div dir="ltr" class="gmail_attr">On Mon, Bo wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;
border-left:1px solid #ccc;padding-left:1ex"><table border="1" cellpadding="4"><tbody><tr><td style="color:red">A</td>
<td>B</td></tr></tbody></table></blockquote></div>`

const outlookSignature = `<p style="margin:0">Kind regards</p><table cellspacing="0" cellpadding="0" style="font-family:Arial">
<tbody><tr><td width="80" style="padding-right:12px"><img src="cid:logo" alt="Logo" width="64" height="64"></td>
<td style="border-left:2px solid #06c;padding-left:12px"><b>Ada Byron</b><br><span style="color:#666">Analyst</span></td>
</tr></tbody></table>`

const newsletter = `<p>See below</p><blockquote type="cite"><div style="background-color:#eee">${Array.from(
  { length: 10 },
  (
    _,
    n,
  ) => `<table width="600" align="center" bgcolor="#fff"><tbody><tr><td class="c${n}" style="padding:8px">Item ${n}</td>
  <td><a href="https://example.org/${n}">more</a></td></tr></tbody></table>`,
).join('')}</div></blockquote>`

describe('fidelity', () => {
  test('a draft of Gmail with signature and quoted table loses a wrapper at most', async () => {
    const [before, after] = [await kept(gmailDraft), await kept(await through(gmailDraft))]
    expect(after.cells).toBe(before.cells)
    expect(after.elements).toBeGreaterThanOrEqual(before.elements - 2)
    expect(after.attributes).toBeGreaterThanOrEqual(before.attributes - 2)
  })

  test.each([
    ['a table signature of Outlook', outlookSignature],
    ['a newsletter in a quote', newsletter],
  ])('%s comes back whole', async (_name, html) => {
    expect(await kept(await through(html))).toEqual(await kept(html))
  })

  test('a second opening changes nothing any more', async () => {
    for (const html of [gmailDraft, outlookSignature, newsletter]) {
      const once = await through(html)
      expect(await through(once)).toBe(once)
    }
  })

  test.each([
    '<h2>Title</h2><p>Text <i>and</i> <u>more</u> <s>gone</s> H<sub>2</sub>O</p><hr><pre>a  b\n c</pre>',
    '<ul><li>one<ul><li>nested</li></ul></li><li><p>loose</p></li></ul><ol start="3"><li>three</li></ol>',
    '<div>mine</div><blockquote><div>theirs</div></blockquote>',
    '<div dir="rtl">שלום <span style="color: rgb(200, 0, 0);">אדום</span></div>',
    '<div>😀🎉</div>',
    '<div><img src="cid:p1" alt="Picture" width="200"></div>',
    '<dl><dt>Term</dt><dd>Meaning</dd></dl>',
  ])('%s is written as it was read', async (html) => {
    expect(await through(html)).toBe(html)
  })
})

describe('what must not come in', () => {
  test('nothing that runs or asks for a password gets into a message', async () => {
    const hostile = `<p onclick="alert(1)">a<script>alert(1)</script><img src=x onerror=alert(1)>
      <a href="javascript:alert(1)">b</a><form action="https://evil.example"><input name=p></form>
      <table><tr><td onmouseover="alert(1)"><svg><animate onbegin=alert(1)></svg>c</td></tr></table>
      <iframe src="https://evil.example"></iframe><math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>`
    const html = await through(hostile)
    expect(html).not.toMatch(/script|onerror|onclick|onmouseover|onbegin|javascript:|<form|<input|<iframe/i)
  })

  test('ten thousand elements open at once, carried whole behind an empty line', async () => {
    const html = '<p>x <b>y</b></p>'.repeat(5_000)
    const before = await page.evaluate(() => performance.now())
    const out = await through(html)
    // Taken apart it would cost many times as much; the figure is generous for a slow machine.
    expect((await page.evaluate(() => performance.now())) - before).toBeLessThan(20_000)
    expect((await kept(out)).elements).toBeGreaterThanOrEqual(10_000)
    expect(out.startsWith('<div><br></div><div><p>x')).toBe(true)
  })

  test('a paste is judged by its size before it is read', async () => {
    const judged = await page.evaluate(() => {
      const of = (html: string, text: string) => {
        const data = new DataTransfer()
        data.setData('text/html', html)
        data.setData('text/plain', text)
        return composeEditor.judgePaste(data).as
      }
      const long = 'x'.repeat(3_000_000)
      return [of('<b>a</b>', 'a'), of(`<b>${long}</b>`, 'short'), of(`<b>${long}</b>`, long), of('', 'a')]
    })
    expect(judged).toEqual(['html', 'text', 'file', 'text'])
  })
})

describe('plain text', () => {
  test.each([
    ['<div>one</div><div><br></div><div>two</div>', 'one\n\ntwo'],
    ['<p>one</p><p>two<br>three</p>', 'one\n\ntwo\nthree'],
    ['<ul><li>a</li><li>b</li></ul><ol start="2"><li>c</li></ol>', '- a\n- b\n\n2. c'],
    ['<div>see <a href="https://example.org/">here</a></div>', 'see here <https://example.org/>'],
    ['<div><a href="https://example.org/">https://example.org</a></div>', 'https://example.org'],
    [
      '<div>yes</div><blockquote type="cite"><div>sure?</div><blockquote>no</blockquote></blockquote>',
      'yes\n\n> sure?\n>\n>> no',
    ],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>', 'a\tb\nc\td'],
    ['<pre>a  b\n c</pre>', 'a  b\n c'],
    ['<div>a <img src="cid:x" alt="Chart"> b</div>', 'a [Chart] b'],
  ])('%s is written as people write it', async (html, text) => {
    expect(await page.evaluate((given) => composeEditor.textOfHtml(given), html)).toBe(text)
  })

  test('text survives becoming HTML and text again', async () => {
    const text = 'Hello <you> & "them"\n\n> quoted\n> more\n\nend'
    const back = await page.evaluate(
      (given) => composeEditor.textOfHtml(composeEditor.htmlOfText(given)),
      text,
    )
    expect(back).toBe(text)
  })
})
