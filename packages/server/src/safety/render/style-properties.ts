/**
 * Properties a message may set. Left out on purpose: whatever takes a body out of the flow (position, transform,
 * z-index), loads or runs something (content, cursor, filter, mask, behavior, animation) or covers the page.
 */
export const allowedProperties: ReadonlySet<string> = new Set(
  [
    'align-content align-items align-self background background-color background-image background-position',
    'background-repeat background-size background-clip background-origin background-attachment border-collapse',
    'border-spacing border-image border-image-source border-image-slice border-image-width border-image-repeat',
    'box-shadow box-sizing caption-side clear color column-count column-gap column-width columns direction display',
    'empty-cells flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family',
    'font-feature-settings font-kerning font-size font-stretch font-style font-variant font-weight gap',
    'grid-area grid-column grid-gap grid-row grid-template grid-template-areas grid-template-columns',
    'grid-template-rows height hyphens justify-content justify-items justify-self letter-spacing line-break',
    'line-height list-style list-style-image list-style-position list-style-type max-height max-width min-height',
    'min-width object-fit object-position opacity order orphans outline outline-color outline-offset outline-style',
    'outline-width overflow overflow-wrap overflow-x overflow-y page-break-after page-break-before',
    'page-break-inside position quotes row-gap tab-size table-layout text-align text-align-last text-decoration',
    'text-decoration-color text-decoration-line text-decoration-style text-indent text-overflow text-shadow',
    'text-transform text-underline-offset unicode-bidi vertical-align visibility white-space widows width word-break',
    'word-spacing word-wrap writing-mode color-scheme -webkit-text-size-adjust -ms-text-size-adjust text-size-adjust',
    '-webkit-font-smoothing -webkit-text-fill-color -webkit-box-sizing -webkit-border-radius -moz-border-radius',
    ...sides('margin', ['']),
    ...sides('padding', ['']),
    ...sides('border', ['', '-color', '-style', '-width']),
    'border-radius border-top-left-radius border-top-right-radius border-bottom-left-radius',
    'border-bottom-right-radius',
  ].flatMap((line) => line.split(' ')),
)

/** Properties in which url() is a picture behind or beside text; in any other property it drops the declaration. */
export const pictureProperties: ReadonlySet<string> = new Set(
  'background background-image border-image border-image-source list-style list-style-image'.split(' '),
)

/** Functions that only compute. url() is a node of its own; image-set, attr, var, env, element… stay out. */
export const allowedFunctions: ReadonlySet<string> = new Set(
  [
    'rgb rgba hsl hsla hwb lab lch oklab oklch color calc min max clamp linear-gradient repeating-linear-gradient',
    'radial-gradient repeating-radial-gradient conic-gradient repeating-conic-gradient -webkit-linear-gradient',
    'repeat minmax fit-content',
  ].flatMap((line) => line.split(' ')),
)

function sides(property: string, parts: readonly string[]): string[] {
  const places = ['', '-top', '-right', '-bottom', '-left', '-block', '-inline']
  return places.flatMap((place) => parts.map((part) => `${property}${place}${part}`))
}
