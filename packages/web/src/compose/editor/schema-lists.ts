import type { NodeSpec } from 'prosemirror-model'

/** Lists as HTML has them. */
export const listNodes: Record<string, NodeSpec> = {
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { style: { default: '' } },
    parseDOM: [{ tag: 'ul', getAttrs: (dom) => ({ style: dom.getAttribute('style') ?? '' }) }],
    toDOM: (node) => ['ul', styled(node.attrs['style']), 0],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { start: { default: 1 }, style: { default: '' } },
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: (dom) => ({
          start: Number(dom.getAttribute('start') ?? 1) || 1,
          style: dom.getAttribute('style') ?? '',
        }),
      },
    ],
    toDOM: (node) => [
      'ol',
      {
        ...(node.attrs['start'] === 1 ? {} : { start: String(node.attrs['start']) }),
        ...styled(node.attrs['style']),
      },
      0,
    ],
  },
  list_item: {
    content: 'paragraph block*',
    defining: true,
    attrs: { style: { default: '' } },
    parseDOM: [{ tag: 'li', getAttrs: (dom) => ({ style: dom.getAttribute('style') ?? '' }) }],
    toDOM: (node) => ['li', styled(node.attrs['style']), 0],
  },
}

function styled(style: unknown): Record<string, string> {
  return style === '' ? {} : { style: String(style) }
}
