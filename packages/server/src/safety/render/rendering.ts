import type { PictureReader } from '../images/picture-reader.ts'
import type { ImageKey } from '../images/signed-url.ts'
import type { LinkClaims } from './link-claims.ts'

/** The text part of a message, decoded; the two flags are parameters of its Content-Type (RFC 3676). */
export interface PlainText {
  content: string
  isFlowed: boolean
  isDelSp: boolean
}

export interface RenderInput {
  /** The HTML part, decoded to a string; null when the message has none. */
  html: string | null
  text: PlainText | null
  /** Content-ID without angle brackets → `data:` URI or an address on the product's own origin. */
  inlineImages: Readonly<Record<string, string>>
  images: 'blocked' | 'proxied'
  /** Who reads it: pictures are fetched on that person's behalf. Left out: the installation's. */
  reader?: PictureReader
  theme: 'light' | 'dark'
  /**
   * With the dark theme: whether HTML without dark colours of its own is given some; `simple`: only where it brings no
   * ground of its own either.
   */
  darken?: boolean | 'simple'
  /** Plain text in letters of one width. */
  isFixedWidth?: boolean
  /** `print`: not a document for a frame but a piece of a page that carries `printPolicy`; nothing is folded. */
  shape?: 'frame' | 'print'
  /** The origin of the page that will hold the frame, for example `https://mail.example`. */
  origin: string
  /** Words the frame shows, in the reader's language; English when absent. */
  words?: FrameWords
}

export interface FrameWords {
  /** Name of the control that unfolds an older message quoted below the new one. */
  quoted: string
  /** Shown where a body above the size limit was cut. */
  clipped: string
}

export const englishWords: FrameWords = {
  quoted: 'Quoted text',
  clipped: 'The rest of this message is too long to show here.',
}

/** A body made safe. */
export interface SafeBody extends LinkClaims {
  /** A whole document for the `srcdoc` of a frame sandboxed as frame-document.ts says; for print, a piece of a page. */
  srcdoc: string
  /** How many different remote images are held back; 0 when images are proxied. */
  blockedImages: number
  isPlainText: boolean
  /** Content-IDs of the pictures that came along and stand in the text. */
  inlineImages: string[]
  /** Drawn on dark ground. */
  isDark: boolean
  /** HTML without dark colours of its own: `darken` makes a difference. */
  mayDarken: boolean
}

/** Everything one drawing needs, as plain data that can cross into a worker. */
export interface RenderJob extends Omit<RenderInput, 'words' | 'reader'> {
  /** See `sealReader`. */
  sealedReader?: string
  words: FrameWords
  /** `words` draws the bare words of the message, for bodies that were too much for the full treatment. */
  effort: 'full' | 'words'
  nonce: string
  imageKey: ImageKey
  /** Unix day. */
  today: number
}

/** Longer bodies are cut; beyond this the tree alone costs more than the whole time budget. */
export const maxBodyLength = 2 * 1024 * 1024
