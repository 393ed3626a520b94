import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'

/**
 * Returns the URL at which a picture of the message can be shown; undefined when it may not load here (the internet).
 */
export type PictureUrl = (src: string) => Promise<string | undefined>

/** A picture in the text. What would have to come from the internet is named instead of loaded. */
export function imageView(urlOf: PictureUrl, notLoaded: string) {
  return (node: Node): NodeView => {
    const dom = document.createElement('span')
    dom.className = 'picture'
    const alt = String(node.attrs['alt'])
    const box = document.createElement('span')
    box.className = 'picture-box'
    box.textContent = alt === '' ? notLoaded : alt
    dom.append(box)
    void urlOf(String(node.attrs['src'])).then((url) => {
      if (url === undefined) return
      const image = document.createElement('img')
      image.src = url
      image.alt = alt
      for (const name of ['width', 'height'] as const)
        if (node.attrs[name] !== '') image.setAttribute(name, String(node.attrs[name]))
      box.replaceWith(image)
    })
    return { dom, ignoreMutation: () => true }
  }
}
