import type DOMPurify from 'dompurify'

let purifier: typeof DOMPurify | undefined

/** Loads what cleans; before anything here is called. A chunk of its own, so that window and cleaner come side by side. */
export async function readySanitiser(): Promise<void> {
  purifier ??= (await import('dompurify')).default
}

/** Settings for foreign HTML in a message of ours: no scripts, forms, frames; inline styles only. */
const allowed = {
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'iframe',
    'object',
    'embed',
    'link',
  ],
  FORBID_ATTR: ['srcset', 'tabindex', 'contenteditable', 'autofocus'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Addresses with a scheme may have only these; DOMPurify itself allows data: for pictures.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel|cid):|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))/i,
}

/** Sanitised HTML, for what is pasted, quoted or read from a draft. */
export function sanitised(html: string): string {
  if (!purifier) throw new Error('HTML came before its cleaner')
  return purifier.sanitize(html, allowed)
}

/** The same as a tree in a document of its own: nothing in it loads. */
export function sanitisedBody(html: string): HTMLElement {
  return new DOMParser().parseFromString(sanitised(html), 'text/html').body
}
