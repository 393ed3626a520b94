import { count } from '../numbers.ts'

/** Seeing mail later, and being told that nobody answered. */
export const snooze = {
  title: 'Snooze until',
  filter: 'When should it come back?',
  none: 'No such time. Pick a date below.',
  change: 'Change the time',
  times: {
    'later-today': 'Later today',
    'this-evening': 'This evening',
    tomorrow: 'Tomorrow',
    weekend: 'At the weekend',
    'next-week': 'Next week',
  },
  wakeNow: 'Bring it back now',
  own: 'Date',
  ownTime: 'Time',
  ownSet: 'Set',
  past: 'That time has passed.',
  tooFar: 'That is more than ten years ahead.',
  done: (n: number, when: string) =>
    n === 1 ? `Snoozed until ${when}` : `${count(n)} snoozed until ${when}`,
  awake: (n: number) => (n === 1 ? 'Back in its place' : `${count(n)} back in their place`),
  until: (when: string) => `Snoozed until ${when}`,
  returned: (when: string) => `Back since ${when}`,
  returnedByAnswer: (when: string) => `Back since ${when}: there is news`,
  remind: 'Remind me if nobody answers by',
  remindFilter: 'When would you like to know?',
  forget: 'No reminder',
  reminded: (when: string) => `You will be told if nobody answers by ${when}`,
  notReminded: 'No reminder any more',
  waiting: (when: string) => `Reminder if nobody answers by ${when}`,
  unanswered: (since: string) => `Nobody has answered since ${since}`,
}
