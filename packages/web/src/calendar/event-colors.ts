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

/** #rrggbb of what is written as an event's colour; undefined for names nobody taught us. */
export function hexOf(color: string | null | undefined): string | undefined {
  if (!color) return undefined
  if (/^#[\da-f]{6}$/i.test(color)) return color
  const name = color.toLowerCase()
  return Object.hasOwn(eventColors, name) ? eventColors[name as keyof typeof eventColors] : undefined
}
