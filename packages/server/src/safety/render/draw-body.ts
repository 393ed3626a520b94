import { cleanStyle, type CleanStyle } from './clean-style.ts'
import { cleanStyleSheet } from './clean-style-sheet.ts'
import { drawText } from './draw-text.ts'
import { foldQuotes } from './fold-quotes.ts'
import { frameDocument, printPiece } from './frame-document.ts'
import { frameStyle, printStyle } from './frame-style.ts'
import { judgeLinks } from './link-claims.ts'
import { createRemoteImages, type RemoteImages } from './remote-images.ts'
import { hasOwnGround } from './own-background.ts'
import { maxBodyLength, type PlainText, type SafeBody, type RenderJob } from './rendering.ts'
import { element, type SafeAttribute, type SafeNode } from './safe-tree.ts'
import { walkHtml } from './walk-html.ts'
import { wordsOfHtml } from './html-words.ts'

/** Draws one body: the HTML part if it shows anything, else the text part. Plain computation, for a worker. */
export function drawBody(job: RenderJob): SafeBody {
  if (job.effort === 'words') return drawWords(job)
  const hasText = job.text !== null && /\S/.test(job.text.content)
  if (job.html !== null) {
    const drawn = drawHtml(job.html, job)
    if (drawn.isVisible || !hasText) return drawn.body
  }
  return drawPlain(job.text ?? asText(''), job)
}

function drawHtml(html: string, job: RenderJob): { body: SafeBody; isVisible: boolean } {
  const images = createRemoteImages(job)
  const { nodes, bodyAttributes, styleSheets } = walkHtml(html.slice(0, maxBodyLength), {
    images,
    style: rememberedStyles(images),
  })
  const links = judgeLinks(nodes)
  const sheets = styleSheets.map((text) =>
    cleanStyleSheet(text, { theme: job.theme, image: images.ofStyle, isPrinted: job.shape === 'print' }),
  )
  const hasOwnDark = sheets.some((sheet) => sheet.isForDark)
  const isDarkened = job.theme === 'dark' && !hasOwnDark && mayBeDark()
  const isDark = hasOwnDark || isDarkened
  function mayBeDark(): boolean {
    if (job.darken !== 'simple') return job.darken === true
    return !hasOwnGround(
      nodes,
      bodyAttributes,
      sheets.map(({ css }) => css),
    )
  }
  const shown = job.shape === 'print' ? nodes : foldQuotes(nodes, job.words.quoted)
  if (job.shape === 'print') unfold(nodes)
  const srcdoc = buildDocument(job, {
    nodes: [...shown, ...clippedNote(html, job)],
    bodyAttributes,
    ground: frameStyle('card', isDark ? 'dark' : 'light'),
    styles: sheets.map((sheet) => sheet.css),
    isDarkened,
  })
  const blockedImages = images.blockedCount()
  const inlineImages = images.usedInline()
  const body = {
    ...links,
    srcdoc,
    blockedImages,
    isPlainText: false,
    inlineImages,
    isDark,
    mayDarken: !hasOwnDark,
  }
  return { body, isVisible: isVisible(nodes) }
}

interface Drawn {
  nodes: SafeNode[]
  bodyAttributes: SafeAttribute[]
  /** The style below the message's own. */
  ground: string
  styles: string[]
  isDarkened: boolean
}

function buildDocument({ shape, origin, nonce }: RenderJob, drawn: Drawn): string {
  const { nodes, bodyAttributes, ground, styles, isDarkened } = drawn
  return shape === 'print'
    ? printPiece({ nodes, bodyAttributes, styles: [printStyle, ...styles] })
    : frameDocument({ nodes, bodyAttributes, styles: [ground, ...styles], origin, nonce, isDarkened })
}

/** Newsletters repeat the same style hundreds of times. */
function rememberedStyles(images: RemoteImages): (text: string) => CleanStyle {
  const cleanStyles = new Map<string, CleanStyle>()
  return (text) => {
    const clean = cleanStyles.get(text) ?? cleanStyle(text, images.ofStyle)
    cleanStyles.set(text, clean)
    return clean
  }
}

/** The last resort must not fail for size itself. */
const maxWordsLength = maxBodyLength / 8

function drawWords(job: RenderJob): SafeBody {
  const text = job.text ?? asText(wordsOfHtml((job.html ?? '').slice(0, maxBodyLength)))
  return drawPlain(text, job, maxWordsLength)
}

function drawPlain(text: PlainText, job: RenderJob, maxLength = maxBodyLength): SafeBody {
  const shown = { ...text, content: text.content.slice(0, maxLength) }
  const nodes = [...drawText(shown, job.words.quoted), ...clippedNote(text.content, job, maxLength)]
  const links = judgeLinks(nodes)
  if (job.shape === 'print') unfold(nodes)
  const srcdoc = buildDocument(job, {
    nodes: job.isFixedWidth ? [element('div', [['class', 'plmail-fixed']], nodes)] : nodes,
    bodyAttributes: [],
    ground: frameStyle('theme', job.theme),
    styles: [],
    isDarkened: false,
  })
  const isDark = job.theme === 'dark'
  return { ...links, srcdoc, blockedImages: 0, isPlainText: true, inlineImages: [], isDark, mayDarken: false }
}

/** Paper cannot be clicked: what is folded is open, and nothing leads to another place on it. */
function unfold(nodes: readonly SafeNode[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    if (node.tag === 'details') node.attributes.push(['open', ''])
    node.attributes = node.attributes.filter(([name, value]) => name !== 'href' || !value.startsWith('#'))
    unfold(node.children)
  }
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
