/** Twelve colours that can be told apart, a twelfth of the circle from each other (style/hues.css has the same hues). */
export const calendarColors = [
  ...['#b65577', '#bb584a', '#b16512', '#987500', '#718516', '#348f4f'],
  ...['#00927d', '#008da4', '#0c82bf', '#5d74c7', '#8766bb', '#a45b9f'],
] as const

/** Those to choose from for a calendar that has a colour: its own may be any, in lower case. */
export function colorsWith(own: string | null): readonly string[] {
  return own === null || calendarColors.some((one) => one === own) ? calendarColors : [own, ...calendarColors]
}

/** What a calendar without a colour is drawn in. */
export const usualColor = '#1e6fd9'
