/** The parts that are fetched behind the first list, in one piece. */
export { default as AccountBars } from './AccountBars.svelte'
export { default as BottomBar } from './BottomBar.svelte'
export { default as DemoBar } from './DemoBar.svelte'
export { default as NewVersionBar } from './NewVersionBar.svelte'
export { default as Palette } from './Palette.svelte'
