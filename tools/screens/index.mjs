/** Every screen that can be photographed or walked, by its name, and the things that the screens show. */
import { assistantScreens } from './assistant.mjs'
import { calendarScreens } from './calendar.mjs'
import { mailScreens } from './mail.mjs'
import { publicScreens } from './public.mjs'
import { settingsScreens } from './settings.mjs'

export { installScreens } from './public.mjs'
export { makeThings } from './things.mjs'

/**
 * Each names its path, the preferences that it needs, how it is brought about there, and how it is left. Nothing is found
 * by its words, which depend on the language.
 */
export const screens = {
  ...mailScreens,
  ...assistantScreens,
  ...calendarScreens,
  ...settingsScreens,
  ...publicScreens,
}
