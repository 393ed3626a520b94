/** The calendar: its views, its forms, and what is done to events. Loaded when somebody looks at it. */
export { default as CalendarDock } from './CalendarDock.svelte'
export { default as CalendarScreen } from './CalendarScreen.svelte'
