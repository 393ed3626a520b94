/**
 * HTML elements that may reach a frame. Unknown elements are unwrapped (their content stays), so that a new element of
 * the standard is text until somebody decides otherwise.
 */
export const allowedTags =
  words(`a abbr acronym address article aside b bdi bdo big blockquote br caption center cite
  code col colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img
  ins kbd li mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot
  th thead time tr tt u ul var wbr`)

/** Dropped with everything inside: their content is not text for a reader, or is parsed by rules of its own. */
export const droppedTags =
  words(`script style title template iframe object embed applet param svg math noscript
  textarea select option optgroup datalist xmp plaintext noembed noframes audio video source track canvas frame frameset
  base basefont bgsound link meta head input button keygen isindex portal fencedframe map area progress meter dialog
  slot`)

const anywhere = words('class title dir lang align valign bgcolor width height border nowrap')

const perTag: Readonly<Record<string, ReadonlySet<string>>> = {
  abbr: words('abbr'),
  bdo: words('dir'),
  col: words('span char charoff'),
  colgroup: words('span char charoff'),
  details: words('open'),
  font: words('color face size'),
  hr: words('size noshade color'),
  br: words('clear'),
  img: words('alt hspace vspace'),
  li: words('value type'),
  ol: words('start type reversed compact'),
  ul: words('type compact'),
  table: words('cellpadding cellspacing frame rules summary bordercolor'),
  td: words('colspan rowspan scope abbr'),
  th: words('colspan rowspan scope abbr'),
  time: words('datetime'),
}

/** Attributes whose value can do no harm whatever it is; those that need a look are in clean-attributes.ts. */
export function isHarmlessAttribute(tag: string, name: string): boolean {
  return anywhere.has(name) || (perTag[tag]?.has(name) ?? false)
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
