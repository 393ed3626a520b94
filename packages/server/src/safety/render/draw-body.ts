import { cleanStyle, type CleanStyle } from './clean-style.ts'
import { cleanStyleSheet } from './clean-style-sheet.ts'
import { drawText } from './draw-text.ts'
import { foldQuotes } from './fold-quotes.ts'
import { frameDocument } from './frame-document.ts'
import { frameStyle } from './frame-style.ts'
import { createRemoteImages, type RemoteImages } from './remote-images.ts'
import { maxBodyLength, type PlainText, type RenderedBody, type RenderJob } from './rendering.ts'
import { element, type SafeNode } from './safe-tree.ts'
import { walkHtml } from './walk-html.ts'
import { wordsOfHtml } from './words-of-html.ts'

/** Draws one body: the HTML part if it shows anything, else the text part. Plain computation, for a worker. */
export function drawBody(job: RenderJob): RenderedBody {
  if (job.effort === 'words') return drawWords(job)
  const hasText = job.text !== null && /\S/.test(job.text.content)
  if (job.html !== null) {
    const drawn = drawHtml(job.html, job)
    if (drawn.isVisible || !hasText) return drawn.body
  }
  return drawPlain(job.text ?? asText(''), job)
}

function drawHtml(html: string, job: RenderJob): { body: RenderedBody; isVisible: boolean } {
  const images = createRemoteImages(job)
  const { nodes, bodyAttributes, styleSheets } = walkHtml(html.slice(0, maxBodyLength), {
    images,
    style: rememberedStyles(images),
  })
  const sheets = styleSheets.map((text) => cleanStyleSheet(text, job.theme, images.ofStyle))
  const theme = sheets.some((sheet) => sheet.isForDark) ? 'dark' : 'light'
  const srcdoc = frameDocument({
    nodes: [...foldQuotes(nodes, job.words.quoted), ...clippedNote(html, job)],
    bodyAttributes,
    styles: [frameStyle('card', theme), ...sheets.map((sheet) => sheet.css)],
    origin: job.origin,
    nonce: job.nonce,
  })
  const body = { srcdoc, blockedImages: images.blockedCount(), isPlainText: false }
  return { body, isVisible: isVisible(nodes) }
}

/** Newsletters repeat the same style hundreds of times. */
function rememberedStyles(images: RemoteImages): (text: string) => CleanStyle {
  const known = new Map<string, CleanStyle>()
  return (text) => {
    const clean = known.get(text) ?? cleanStyle(text, images.ofStyle)
    known.set(text, clean)
    return clean
  }
}

/** The last resort must not fail for size itself. */
const maxWordsLength = maxBodyLength / 8

function drawWords(job: RenderJob): RenderedBody {
  const text = job.text ?? asText(wordsOfHtml((job.html ?? '').slice(0, maxBodyLength)))
  return drawPlain(text, job, maxWordsLength)
}

function drawPlain(text: PlainText, job: RenderJob, maxLength = maxBodyLength): RenderedBody {
  const shown = { ...text, content: text.content.slice(0, maxLength) }
  const srcdoc = frameDocument({
    nodes: [...drawText(shown, job.words.quoted), ...clippedNote(text.content, job, maxLength)],
    bodyAttributes: [],
    styles: [frameStyle('theme', job.theme)],
    origin: job.origin,
    nonce: job.nonce,
  })
  return { srcdoc, blockedImages: 0, isPlainText: true }
}

function clippedNote(content: string, job: RenderJob, maxLength = maxBodyLength): SafeNode[] {
  if (content.length <= maxLength) return []
  return [element('p', [['class', 'plmail-clipped']], [job.words.clipped])]
}

function isVisible(nodes: readonly SafeNode[]): boolean {
  return nodes.some((node) => {
    if (typeof node === 'string') return /\S/.test(node)
    return node.tag === 'img' || node.tag === 'hr' || isVisible(node.children)
  })
}

function asText(content: string): PlainText {
  return { content, isFlowed: false, isDelSp: false }
}
