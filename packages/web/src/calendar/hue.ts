/** Colours of calendars and events as the twelve hues of the client, which can be read on in both themes. */

/** The names that plMail gives; what others wrote is one of CSS or #rrggbb. */
export const eventColors = {
  red: '#d32f2f',
  orange: '#ef6c00',
  yellow: '#f9a825',
  green: '#388e3c',
  teal: '#00897b',
  blue: '#1e6fd9',
  purple: '#7b3fc4',
  pink: '#d81b8a',
} as const

const usual = '#1e6fd9'

/** #rrggbb of what is written as an event's colour; undefined for names nobody taught us. */
export function hexOf(color: string | null | undefined): string | undefined {
  if (!color) return undefined
  if (/^#[\da-f]{6}$/i.test(color)) return color
  const name = color.toLowerCase()
  return Object.hasOwn(eventColors, name) ? eventColors[name as keyof typeof eventColors] : undefined
}

/** The nearest of twelve hues, 30 degrees apart in OKLCH; grey has none and is drawn blue. */
export function hueOfColor(hex: string = usual): number {
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
