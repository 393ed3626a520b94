import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { html, toText } from './html.ts'

type Element = DefaultTreeAdapterTypes.Element

describe('the html template', () => {
  test('escapes what is put in and keeps markup of its own', () => {
    const parts = ['<b>', '&'].map((text) => html`<i>${text}</i>`)
    expect(toText(html`<b title="${'"\'<'}">${parts}${false}${undefined}${3}</b>`)).toBe(
      '<b title="&quot;&#39;&lt;"><i>&lt;b&gt;</i><i>&amp;</i>3</b>',
    )
  })

  test('does not take an object that only looks like markup', () => {
    const forged = JSON.parse('{"markup":"<script>"}')
    expect(() => toText(html`${forged}`)).toThrow('map is not a function')
  })

  test('gives a browser exactly the text that was put in, in text and in attributes', () => {
    // A parser drops CR and NUL by its own rules; they cannot open markup.
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replace(/[\r\0]/g, ''))
    fc.assert(
      fc.property(text, (value) => {
        const [paragraph, ...others] = parseFragment(
          toText(html`<p title="${value}">${value}</p>`),
        ).childNodes
        const inner = (paragraph as Element).childNodes.map((node) => ('value' in node ? node.value : '?'))
        expect((paragraph as Element).attrs).toEqual([{ name: 'title', value }])
        expect([inner.join(''), others]).toEqual([value, []])
      }),
    )
  })
})
