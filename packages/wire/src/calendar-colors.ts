/** Colours of calendars and events as the twelve hues that the client draws, which can be read on in both themes. */

/** Twelve colours that can be told apart, one for each hue, 30 degrees from each other (web/style/hues.css has the same). */
export const calendarColors = [
  '#b65577',
  '#bb584a',
  '#b16512',
  '#987500',
  '#718516',
  '#348f4f',
  '#00927d',
  '#008da4',
  '#0c82bf',
  '#5d74c7',
  '#8766bb',
  '#a45b9f',
] as const

/** The colour of a calendar without one. */
export const usualColor = '#1e6fd9'

/** The nearest of twelve hues, 30 degrees apart in OKLCH, of a `#rrggbb`; grey has none and is drawn blue. */
export function hueOfColor(hex: string = usualColor): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as [
    ...[number, number, number],
  ]
  // OKLab (Björn Ottosson): cone responses, their cube roots, and the two colour axes.
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  if (Math.hypot(a, b) < 0.02) return 9
  return Math.round(((Math.atan2(b, a) * 180) / Math.PI + 360) / 30) % 12
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
