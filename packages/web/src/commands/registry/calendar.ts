import type { CalendarDeed } from '../calendar-desk.ts'
import { grouped, type Command, type CommandParts } from './command.ts'
import { direction } from '../../words/direction.ts'

const [earlierDayKey, laterDayKey] =
  direction === 'rtl' ? (['ArrowRight', 'ArrowLeft'] as const) : (['ArrowLeft', 'ArrowRight'] as const)

const keys: Readonly<Record<Exclude<CalendarDeed, 'search'>, readonly string[]>> = {
  today: ['t'],
  day: ['d'],
  week: ['w'],
  workweek: ['x'],
  month: ['m'],
  agenda: ['a'],
  next: ['j'],
  previous: ['k'],
  new: ['n'],
  date: ['Shift+g'],
  print: [],
  options: [],
  'zoom-in': ['+'],
  'zoom-out': ['-'],
  up: ['ArrowUp'],
  down: ['ArrowDown'],
  left: [earlierDayKey],
  right: [laterDayKey],
  edit: ['Enter'],
  delete: ['Backspace', 'Delete'],
  earlier: ['Alt+ArrowUp'],
  later: ['Alt+ArrowDown'],
  'day-before': [`Alt+${earlierDayKey}`],
  'day-after': [`Alt+${laterDayKey}`],
  shorter: ['Alt+Shift+ArrowUp'],
  longer: ['Alt+Shift+ArrowDown'],
}

const ofEvent: readonly string[] = [
  'delete',
  'earlier',
  'later',
  'day-before',
  'day-after',
  'shorter',
  'longer',
]

/** Creates the commands of a calendar; they come before all others, because their keys mean something else there. */
export function calendarCommands({ navigator, calendar, preferences }: CommandParts): Command[] {
  const isHere = (): boolean => navigator.place.screen === 'calendar' || calendar.hasFocus
  const act = grouped('calendar', () => isHere() && calendar.current !== undefined)
  const inMail = grouped('go', () => navigator.place.screen === 'mail')
  return [
    ...(Object.keys(keys) as (keyof typeof keys)[]).map((deed) =>
      act(`calendar-${deed}`, {
        keys: keys[deed],
        when: () => !ofEvent.includes(deed) || calendar.current?.hasChosen === true,
        run: () => calendar.current?.run(deed),
      }),
    ),
    grouped('go')('go-calendar', { keys: ['g c'], run: () => navigator.go({ screen: 'calendar' }) }),
    inMail('calendar-dock', {
      keys: ['Shift+c'],
      run: () => preferences.set({ hasDockedCalendar: !preferences.current.hasDockedCalendar }),
    }),
  ]
}
