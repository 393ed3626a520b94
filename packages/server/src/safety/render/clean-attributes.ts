import { parseUrl } from '../../kit/parse-url.ts'
import { isHarmlessAttribute } from './allowed-markup.ts'
import { idPrefix } from './clean-style-sheet.ts'
import type { CleanStyle } from './clean-style.ts'
import type { DeclaredSize, RemoteImages } from './remote-images.ts'
import type { SafeAttribute } from './safe-tree.ts'
import { urlText } from './url-text.ts'

/** The inputs for cleaning the attributes of one body. */
export interface AttributeRules {
  images: RemoteImages
  style: (text: string) => CleanStyle
}

interface SourceAttribute {
  name: string
  value: string
}

/** The attributes an element may keep, with links, images and styles made safe. */
export function cleanAttributes(
  tag: string,
  source: readonly SourceAttribute[],
  rules: AttributeRules,
): SafeAttribute[] {
  const safeAttributes: SafeAttribute[] = []
  const styles: CleanStyle[] = []
  for (const { name, value } of source) {
    if (tag === 'body' && name in bodyColours) styles.unshift(rules.style(bodyColour(name, value)))
    else if (isHarmlessAttribute(tag, name)) safeAttributes.push([name, value])
    else if (name === 'id') safeAttributes.push(['id', idPrefix + value])
    else if (name === 'name' && tag === 'a') safeAttributes.push(['name', idPrefix + value])
    else if (name === 'href' && tag === 'a') safeAttributes.push(...linkAttributes(value))
    else if (name === 'role' && /^(?:presentation|none)$/i.test(value)) safeAttributes.push([name, value])
    else if (name === 'aria-label' || name === 'aria-hidden') safeAttributes.push([name, value])
    else if (name === 'style') styles.push(rules.style(value))
    else if (name === 'background') styles.unshift(rules.style(`background-image:url(${quoteValue(value)})`))
  }
  const parked = styles.flatMap((style) => style.parked)
  if (tag === 'img') safeAttributes.push(...pictureAttributes(source, rules.images, parked))
  else if (parked.length > 0) safeAttributes.push(['data-plmail-src', parked.join(' ')])
  const css = styles.map((style) => style.css).filter((text) => text !== '')
  if (css.length > 0) safeAttributes.push(['style', css.join(';')])
  return safeAttributes
}

/** Any rule of a style sheet beats these attributes, and the frame has one for its ground; hence they become styles. */
const bodyColours: Readonly<Record<string, string>> = { bgcolor: 'background-color', text: 'color' }

function bodyColour(name: string, value: string): string {
  const colour = /^[0-9a-f]{6}$/i.test(value) ? `#${value}` : value
  return `${bodyColours[name]}:${colour}`
}

/** A string of CSS that holds any value. */
function quoteValue(value: string): string {
  return `"${value.replace(/["\\\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`
}

function linkAttributes(value: string): SafeAttribute[] {
  const href = urlText(value)
  if (href.startsWith('#')) return href === '#' ? [] : [['href', `#${idPrefix}${href.slice(1)}`]]
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(href) || !parseUrl(href)) return []
  return [
    ['href', href],
    ['target', '_blank'],
    ['rel', 'noopener noreferrer nofollow'],
  ]
}

function pictureAttributes(
  source: readonly SourceAttribute[],
  images: RemoteImages,
  parkedInStyle: readonly string[],
): SafeAttribute[] {
  const value = source.find(({ name }) => name === 'src')?.value
  const reference = value === undefined ? undefined : images.ofElement(value, declaredSize(source))
  const parked = [...(reference?.parked ? [reference.parked] : []), ...parkedInStyle]
  const safeAttributes: SafeAttribute[] = reference ? [['src', reference.url]] : []
  if (parked.length > 0) safeAttributes.push(['data-plmail-src', parked.join(' ')])
  return safeAttributes
}

/** A width in the style attribute wins over the attribute, as it does in a browser. */
function declaredSize(source: readonly SourceAttribute[]): DeclaredSize {
  const style = (source.find(({ name }) => name === 'style')?.value ?? '').slice(0, 2000)
  const side = (name: 'width' | 'height') => {
    const inStyle = new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*(\\d{1,4})(?:\\.\\d+)?px`, 'i').exec(style)?.[1]
    const inAttribute = /^\s*(\d{1,4})(?:px)?\s*$/.exec(
      source.find((attribute) => attribute.name === name)?.value ?? '',
    )?.[1]
    const pixels = Number(inStyle ?? inAttribute)
    return pixels > 0 ? pixels : undefined
  }
  return { width: side('width'), height: side('height') }
}
