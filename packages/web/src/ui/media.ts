import { MediaQuery } from 'svelte/reactivity'

/** The widths at which the layout changes. Watched when read inside components. */
export const isPhone = new MediaQuery('(max-width: 799.9px)')
export const isWide = new MediaQuery('(min-width: 1200px)')
/** Rows may be pulled aside and rested on. */
export const hasFinger = new MediaQuery('(any-pointer: coarse), (max-width: 799.9px)')
export const isDarkSystem = new MediaQuery('(prefers-color-scheme: dark)')
