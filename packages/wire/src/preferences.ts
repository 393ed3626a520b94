/** The user's preferences for the web client, the same in every browser (preferences extension; docs/jmap.md). */
import { type Category, isCategory } from './categories.ts'

/** Actions of swiping a row of a list; `read`: marks it as read, or as unread where it is. */
const swipeDeeds = ['archive', 'trash', 'snooze', 'read', 'star', 'move', 'none'] as const
export type SwipeDeed = (typeof swipeDeeds)[number]

/** The preferences that are one of several values; the first is what holds until somebody chooses. */
export const preferenceChoices = {
  theme: ['system', 'light', 'dark', 'contrast'],
  /** Height of a row in lists. */
  density: ['cosy', 'compact', 'airy'],
  /** Place where a conversation opens: beside the list, below it, or instead of it. */
  reading: ['beside', 'below', 'instead'],
  /** How long a message waits before it goes, so that it can be taken back. */
  undoSendSeconds: [10, 5, 20, 30, 60],
  /** Whether times are written with twelve or twenty-four hours; `locale`: as the user's locale has it. */
  clock: ['locale', '12', '24'],
  /** The day that weeks begin with; `locale`: as people of the user's locale have it. */
  weekStart: ['locale', 'monday', 'sunday', 'saturday'],
  /** Whose invitations become events by themselves. */
  invitations: ['all', 'known', 'never'],
  /** When the alarms of whole days ring. */
  allDayAlertAt: ['09:00', '07:00', '08:00', '10:00', '12:00', '17:00', '18:00', '20:00'],
  /** Action on a conversation whose row is swiped to the right, or to the left. */
  swipeRight: swipeDeeds,
  swipeLeft: ['snooze', ...swipeDeeds.filter((deed) => deed !== 'snooze')] as readonly SwipeDeed[],
  /** View of the calendar until another is chosen. */
  calendarView: ['week', 'day', 'workweek', 'month', 'agenda'],
  /** Which messages are given dark colours in a dark theme; `simple`: those that bring no ground of their own. */
  darkBodies: ['simple', 'all', 'never'],
} as const

/** The preferences that are on or off, each with what holds until somebody chooses. */
const switches = {
  /** Letters act at once (WCAG 2.1.4). */
  hasSingleKeyShortcuts: true,
  /** Weeks of the calendar carry their numbers. */
  hasWeekNumbers: false,
  /** The calendar stands beside the mail. */
  hasDockedCalendar: false,
  /** The Inbox is shown one category at a time. */
  hasCategoryTabs: false,
}

/** The preferences that are lists: how each value looks, and how many there may be. */
const lists = {
  /** Addresses, in lower case, whose wish for a read receipt is not even shown. */
  noReceiptsTo: { max: 500, shape: /^[^\s\p{Cc}\p{Cs}A-Z]{3,320}$/u },
  /** Accounts whose new messages ask for a read receipt, by their ids. */
  asksReceipts: { max: 100, shape: /^A[1-9]\d{0,15}$/ },
}

type Choices = {
  -readonly [Name in keyof typeof preferenceChoices]: (typeof preferenceChoices)[Name][number]
}

export interface Preferences extends Omit<Choices, 'undoSendSeconds'> {
  undoSendSeconds: number
  hasSingleKeyShortcuts: boolean
  hasWeekNumbers: boolean
  hasDockedCalendar: boolean
  hasCategoryTabs: boolean
  /** By category: mail of it that came until then was seen in its tab; a UTCDate each. */
  tabsSeenAt: Readonly<Partial<Record<Category, string>>>
  /** IANA name of a zone whose hours stand beside the user's in the calendar; empty: none. */
  secondZone: string
  /** Addresses, in lower case, whose wish for a read receipt is not even shown. */
  noReceiptsTo: readonly string[]
  /** Ids of the accounts whose new messages ask for a read receipt. */
  asksReceipts: readonly string[]
  /** Keys chosen instead of the default ones, by command; none: the command has no key. */
  keys: Readonly<Record<string, readonly string[]>>
}

/** Preferences/get knows this one object. */
export const preferencesId = 'singleton'

const names: readonly string[] = [
  ...Object.keys(preferenceChoices),
  ...Object.keys(switches),
  ...Object.keys(lists),
  'secondZone',
  'tabsSeenAt',
  'keys',
]
export const preferenceNames = names as readonly (keyof Preferences)[]

export const defaultPreferences: Preferences = readPreferences({})

/** Whether a value can be that of the preference; false for names that are none. */
export function isPreference(name: string, value: unknown): boolean {
  if (Object.hasOwn(preferenceChoices, name))
    return (preferenceChoices[name as keyof Choices] as readonly unknown[]).includes(value)
  if (Object.hasOwn(switches, name)) return typeof value === 'boolean'
  if (Object.hasOwn(lists, name)) return isList(lists[name as keyof typeof lists], value)
  if (name === 'secondZone') return typeof value === 'string' && isZoneName(value)
  if (name === 'tabsSeenAt') return areTimes(value)
  return name === 'keys' && areKeys(value)
}

/** Returns complete preferences from a stored value: an unknown or missing value becomes the default. */
export function readPreferences(stored: unknown): Preferences {
  const parts = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  const defaults: Record<string, unknown> = { keys: {}, secondZone: '', tabsSeenAt: {}, ...switches }
  for (const name of Object.keys(lists)) defaults[name] = []
  for (const [name, [first]] of Object.entries(preferenceChoices)) defaults[name] = first
  // Users who chose between two ways have this stored.
  const { hasDarkBodies } = parts
  if (hasDarkBodies === true) defaults['darkBodies'] = 'all'
  if (hasDarkBodies === false) defaults['darkBodies'] = 'never'
  const read = Object.entries(defaults).map(([name, otherwise]) => [
    name,
    Object.hasOwn(parts, name) && isPreference(name, parts[name]) ? parts[name] : otherwise,
  ])
  return Object.fromEntries(read) as Preferences
}

function isList({ max, shape }: (typeof lists)[keyof typeof lists], value: unknown): boolean {
  if (!Array.isArray(value) || value.length > max || new Set(value).size < value.length) return false
  return value.every((item) => typeof item === 'string' && shape.test(item))
}

/** How a zone's name is made; whether there is such a zone is for the browser to say that shows it. */
const isZoneName = (value: string): boolean =>
  value === '' || (value.length <= 64 && /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(value))

const utcDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

function areTimes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(
    ([name, at]) =>
      isCategory(name) && typeof at === 'string' && utcDate.test(at) && !Number.isNaN(Date.parse(at)),
  )
}

/** More than there are commands, and longer than any binding. */
const maxCommands = 300
const maxBindings = 4
const maxBindingLength = 40

function areKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return entries.length <= maxCommands && entries.every(([id, keys]) => isCommand(id) && areBindings(keys))
}

export const isCommand = (id: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(id)

function areBindings(keys: unknown): boolean {
  if (!Array.isArray(keys) || keys.length > maxBindings) return false
  return keys.every(
    (key) => typeof key === 'string' && key !== '' && key.length <= maxBindingLength && !/\p{Cc}/u.test(key),
  )
}
