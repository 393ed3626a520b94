import { type Token, Tokenizer, TokenizerMode } from 'parse5'
import { attributionLine, quoteClasses } from './quote-forms.ts'
import { cutTo, storable } from './clean-text.ts'
import { withoutPadding } from './padding.ts'

export interface TextOptions {
  /** Stop once this many characters are found. */
  maxCharacters: number
  /** Keep hidden text that comes before anything visible: the preview line newsletters put there. */
  keepsPreheader?: boolean
  /** Put `>` on a line of its own where an older message is quoted, in place of its text. */
  marksQuotes?: boolean
}

/** Characters of HTML that are looked at; newsletters are far smaller. */
const maxInput = 2 * 1024 * 1024

/**
 * Returns the visible text of HTML as plain text, blocks on lines of their own. It walks the tokens of a browser-grade
 * tokenizer instead of building a tree: linear and without depth, whatever the sender nests.
 */
export function textOfHtml(html: string, options: TextOptions): string {
  const walk: Walk = { pieces: [], length: 0, options, skipping: null, depth: 0, isSkippingHidden: false }
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onCharacter: (token) => addText(walk, token.chars),
      onWhitespaceCharacter: () => addText(walk, ' '),
      onNullCharacter: () => {},
      onStartTag: (token) => {
        const mode = rawModes[token.tagName]
        if (mode !== undefined) tokenizer.state = mode
        openTag(walk, token)
        if (walk.length >= options.maxCharacters) tokenizer.pause()
      },
      onEndTag: (token) => closeTag(walk, token.tagName),
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  )
  tokenizer.write(html.slice(0, maxInput), true)
  return cutTo(tidied(walk.pieces.join('')), options.maxCharacters)
}

interface Walk {
  pieces: string[]
  length: number
  options: TextOptions
  /** The element whose content is left out, and how many of its name are open. */
  skipping: string | null
  depth: number
  isSkippingHidden: boolean
}

/** Elements whose content is text to the tokenizer (HTML standard §13.2.5). */
const rawModes: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode] | undefined>> = {
  __proto__: null as never,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
}

const unseen = words('title style script iframe noembed noframes template textarea select object svg math')
const blocks =
  words(`address article aside blockquote br center dd div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul`)
const childless = words('area base br col embed hr img input link meta source track wbr')

function openTag(walk: Walk, { tagName, attrs, selfClosing }: Token.TagToken): void {
  if (walk.skipping !== null) {
    // A paragraph ends where the next block begins, with or without its end tag.
    if (walk.isSkippingHidden && walk.skipping === 'p' && blocks.has(tagName) && tagName !== 'br') {
      walk.skipping = null
    } else {
      if (tagName === walk.skipping && !selfClosing) walk.depth += 1
      return
    }
  }
  if (blocks.has(tagName)) walk.pieces.push(tagName === 'td' || tagName === 'th' ? ' ' : '\n')
  const isHidden = !unseen.has(tagName) && hides(attrs)
  const isMarkedQuote = walk.options.marksQuotes === true && !isHidden && isQuote(walk, tagName, attrs)
  if (childless.has(tagName) || (!unseen.has(tagName) && !isHidden && !isMarkedQuote)) return
  if (selfClosing && (tagName === 'svg' || tagName === 'math')) return
  if (isHidden && walk.options.keepsPreheader === true && walk.length === 0) return
  if (isMarkedQuote) walk.pieces.push('\n>\n')
  walk.skipping = tagName
  walk.depth = 1
  walk.isSkippingHidden = isHidden
}

/** Whether the element holds an older message: by its marks, or by the line before it. */
function isQuote(walk: Walk, tagName: string, attributes: readonly Token.Attribute[]): boolean {
  const getValue = (name: string): string =>
    attributes.find((attribute) => attribute.name === name)?.value.toLowerCase() ?? ''
  if (
    getValue('class')
      .slice(0, maxClasses)
      .split(/\s+/)
      .some((name) => quoteClasses.has(name))
  )
    return true
  if (tagName !== 'blockquote') return false
  return getValue('type') === 'cite' || attributionLine.test(lastWords(walk))
}

const maxClasses = 500

/** The end of the text so far, as much as an attribution takes. */
function lastWords(walk: Walk): string {
  return walk.pieces.slice(-12).join('').trimEnd().slice(-400)
}

function closeTag(walk: Walk, tagName: string): void {
  if (walk.skipping === tagName) {
    walk.depth -= 1
    if (walk.depth === 0) walk.skipping = null
  } else if (walk.skipping === null && blocks.has(tagName)) {
    walk.pieces.push(tagName === 'td' || tagName === 'th' ? ' ' : '\n')
  }
}

function hides(attributes: readonly Token.Attribute[]): boolean {
  return attributes.some(({ name, value }) => {
    if (name === 'hidden') return true
    if (name !== 'style') return false
    // Not font-size:0, which layout tables set on cells whose children set it back.
    return /display:none|visibility:hidden|(?:max-height|opacity):0(?:px)?(?:;|!|$)/.test(
      value.slice(0, 2_000).toLowerCase().replace(/\s+/g, ''),
    )
  })
}

function addText(walk: Walk, text: string): void {
  if (walk.skipping !== null) return
  const separator = text.trim() === '' ? ' ' : withoutPadding(text)
  if (separator === ' ' && walk.pieces.at(-1) === ' ') return
  walk.pieces.push(separator)
  walk.length += separator.trim().length
}

function tidied(text: string): string {
  const lines = storable(withoutPadding(text))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '').join('\n')
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}
