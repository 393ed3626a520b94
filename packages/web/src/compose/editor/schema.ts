import {
  Schema,
  type TagParseRule,
  type DOMOutputSpec,
  type MarkSpec,
  type MarkType,
  type NodeSpec,
  type NodeType,
} from 'prosemirror-model'
import { listNodes } from './schema-lists.ts'
import { elementOf, opaqueKindOf, opaqueRules } from './opaque.ts'

/**
 * Mail as it is edited: text, lists, quotes and pictures, and an opaque block that carries exact HTML for what cannot
 * be edited without loss (tables, other people's quotes, signatures, anything unknown).
 */

/**
 * Which element a paragraph was: most mail programs write `div`, and an answer should look like the message. `bare` is
 * text right in a list item.
 */
type ParagraphTag = 'p' | 'div' | 'bare'

const textStyle = (dom: HTMLElement): { style: string; dir: string } => ({
  style: dom.getAttribute('style') ?? '',
  dir: dom.getAttribute('dir') ?? '',
})

function attributes(all: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === '' || value === null || value === undefined ? [] : [[name, String(value)]],
    ),
  )
}

const paragraph: NodeSpec = {
  content: 'inline*',
  group: 'block',
  attrs: { tag: { default: 'div' }, style: { default: '' }, dir: { default: '' } },
  parseDOM: [
    { tag: 'plmail-text', getAttrs: () => ({ tag: 'bare' }) },
    { tag: 'p', getAttrs: (dom) => ({ tag: 'p', ...textStyle(dom) }) },
    {
      tag: 'div',
      // One that holds blocks is a wrapper: its blocks count, not it.
      getAttrs: (dom) => (holdsBlocks(dom) ? false : { tag: 'div', ...textStyle(dom) }),
    },
  ],
  toDOM: (node): DOMOutputSpec => {
    const { tag, style, dir } = node.attrs as { tag: ParagraphTag; style: string; dir: string }
    return [tag === 'bare' ? 'plmail-text' : tag, attributes({ style, dir }), 0]
  },
}

const heading: NodeSpec = {
  content: 'inline*',
  group: 'block',
  defining: true,
  attrs: { level: { default: 2 }, style: { default: '' }, dir: { default: '' } },
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
    tag: `h${String(level)}`,
    getAttrs: (dom: HTMLElement) => ({ level, ...textStyle(dom) }),
  })),
  toDOM: (node) => [
    `h${String(node.attrs['level'])}`,
    attributes({ style: node.attrs['style'], dir: node.attrs['dir'] }),
    0,
  ],
}

const image: NodeSpec = {
  inline: true,
  group: 'inline',
  draggable: true,
  attrs: {
    /** `cid:` for pictures that travel along; anything else stays as the message has it. */
    src: {},
    alt: { default: '' },
    title: { default: '' },
    width: { default: '' },
    height: { default: '' },
    style: { default: '' },
  },
  parseDOM: [
    {
      tag: 'img[src]',
      getAttrs: (dom) =>
        Object.fromEntries(
          ['src', 'alt', 'title', 'width', 'height', 'style'].map((name) => [
            name,
            dom.getAttribute(name) ?? '',
          ]),
        ),
    },
  ],
  toDOM: (node) => ['img', { src: '', alt: '', ...attributes(node.attrs) }],
}

const opaque: NodeSpec = {
  group: 'block',
  atom: true,
  selectable: true,
  attrs: { html: {}, kind: { default: 'unknown' }, isFolded: { default: true } },
  parseDOM: opaqueRules,
  // Its exact HTML, made in a document where nothing loads; the editor itself shows it in a frame.
  toDOM: (node): DOMOutputSpec => ({ dom: elementOf(String(node.attrs['html'])) }),
}

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph,
  heading,
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    attrs: { style: { default: '' } },
    parseDOM: [
      {
        tag: 'blockquote',
        getAttrs: (dom) =>
          opaqueKindOf(dom) === undefined ? { style: dom.getAttribute('style') ?? '' } : false,
      },
    ],
    toDOM: (node) => ['blockquote', attributes(node.attrs), 0],
  },
  code_block: {
    content: 'text*',
    group: 'block',
    code: true,
    defining: true,
    marks: '',
    attrs: { style: { default: '' } },
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: (dom) => ({ style: dom.getAttribute('style') ?? '' }),
      },
    ],
    toDOM: (node) => ['pre', attributes(node.attrs), 0],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  ...listNodes,
  opaque,
  text: { group: 'inline' },
  image,
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
}

/** Tells the editor's own styled text from what a browser adds; never leaves the editor. */
export const styledMark = 'data-styled'

/** Styled text in HTML from elsewhere. */
export const importedStyles: readonly TagParseRule[] = [
  { tag: 'span[style]', mark: 'styled', getAttrs: (dom) => ({ style: dom.getAttribute('style') ?? '' }) },
  { tag: 'font', mark: 'styled', getAttrs: (dom) => ({ style: fontStyle(dom) }) },
]

/** Inline elements that mean something and have no button: kept as they are. */
const keptTags = [
  'sub',
  'sup',
  'small',
  'big',
  'ins',
  'mark',
  'abbr',
  'kbd',
  'samp',
  'var',
  'q',
  'cite',
  'tt',
]

const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: {}, title: { default: '' }, style: { default: '' } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (dom) => ({
          href: dom.getAttribute('href') ?? '',
          title: dom.getAttribute('title') ?? '',
          style: dom.getAttribute('style') ?? '',
        }),
      },
    ],
    toDOM: (mark) => ['a', attributes(mark.attrs), 0],
  },
  strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['b', 0] },
  em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['i', 0] },
  underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
  strike: { parseDOM: [{ tag: 's' }, { tag: 'strike' }, { tag: 'del' }], toDOM: () => ['s', 0] },
  code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  kept: {
    attrs: { tag: {} },
    excludes: '',
    parseDOM: keptTags.map((tag) => ({ tag, getAttrs: () => ({ tag }) })),
    toDOM: (mark) => [String(mark.attrs['tag']), 0],
  },
  /** Colour, size and typeface: the whole of `span style` and `font`. */
  styled: {
    attrs: { style: {} },
    excludes: '',
    // Only what the editor wrote itself: browsers put styles of their own around what is typed. What comes from
    // elsewhere is read by `importedStyles`.
    parseDOM: [
      { tag: `span[${styledMark}]`, getAttrs: (dom) => ({ style: dom.getAttribute('style') ?? '' }) },
    ],
    toDOM: (mark) => ['span', { style: String(mark.attrs['style']), [styledMark]: '' }, 0],
  },
}

const fontSizes = ['', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large']

/** `<font>` in the words of CSS (HTML §16.3.4). */
function fontStyle(dom: HTMLElement): string {
  const size = fontSizes[Number(dom.getAttribute('size') ?? 0)] ?? ''
  const parts = [
    ['color', dom.getAttribute('color')],
    ['font-family', dom.getAttribute('face')],
    ['font-size', size],
    ['', dom.getAttribute('style')],
  ] as const
  return parts
    .flatMap(([name, value]) => (value ? [name === '' ? value : `${name}: ${value}`] : []))
    .join('; ')
}

const blockTags =
  'address,article,aside,blockquote,center,dd,details,div,dl,dt,fieldset,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,li,main,nav,ol,p,pre,section,table,ul'

function holdsBlocks(dom: HTMLElement): boolean {
  return dom.querySelector(blockTags) !== null
}

export const mailSchema = new Schema({ nodes, marks })

/** The node type of that name; every name used here has one. */
export function nodeType(name: string): NodeType {
  const type = mailSchema.nodes[name]
  if (!type) throw new Error(`no node ${name}`)
  return type
}

export function markType(name: string): MarkType {
  const type = mailSchema.marks[name]
  if (!type) throw new Error(`no mark ${name}`)
  return type
}
