/** Google's eleven colours of events, by `colorId` (colors.get). */
const palette = [
  '#a4bdfc',
  '#7ae7bf',
  '#dbadff',
  '#ff887c',
  '#fbd75b',
  '#ffb878',
  '#46d6db',
  '#e1e1e1',
  '#5484ed',
  '#51b749',
  '#dc2127',
]

/** `#rrggbb`; undefined where the event has the colour of its calendar. */
export function getColor(id: string): string | undefined {
  return palette[Number(id) - 1]
}

/** The id of the colour that looks most like it; undefined for what is no `#rrggbb`. */
export function findClosestColorId(color: string): string | undefined {
  const target = getParts(color.toLowerCase())
  if (!target) return undefined
  const far = palette.map((candidate) => distance(getParts(candidate) ?? [0, 0, 0], target))
  return String(far.indexOf(Math.min(...far)) + 1)
}

type Parts = readonly [number, number, number]

function getParts(color: string): Parts | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(color) ?? []
  return red === undefined || green === undefined || blue === undefined
    ? undefined
    : [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)]
}

const distance = (a: Parts, b: Parts): number =>
  a.reduce((sum, part, index) => sum + (part - (b[index] ?? 0)) ** 2, 0)
