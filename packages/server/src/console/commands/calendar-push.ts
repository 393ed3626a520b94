import { sayProblem } from '@plmail/words'
import type { CalendarLine, ConsoleCommand, Spoken } from '../command.ts'

export const calendarPush: ConsoleCommand = {
  name: 'app:calendar:push',
  summary: 'ask providers to announce changes of calendars, where they do not or not for much longer',
  options: [
    { name: 'force', summary: 'ask anew for every calendar' },
    { name: 'stop', summary: 'ask providers to stop; calendars are polled from then on' },
  ],
  run: async (values, installation, { language }) => {
    const [isForced, isStopped] = [values['force'] === true, values['stop'] === true]
    if (isForced && isStopped) return { ok: false, isUsage: true, text: 'Give --force or --stop, not both.' }
    const { announceCalendars } = await installation.rooms()
    const lines = await announceCalendars(isStopped ? 'stop' : isForced ? 'force' : 'due')
    const spokenLines = lines.map((line) => ({ ...line, why: line.why && sayProblem(language, line.why) }))
    const isSound = lines.every((line) => line.outcome !== 'failed')
    const text = lines.length === 0 ? 'There is nothing to do.' : spokenLines.map(sentence).join('\n')
    return { ok: isSound, text, data: { calendars: spokenLines } }
  },
}

const endings: Readonly<Record<Exclude<CalendarLine['outcome'], 'failed'>, string>> = {
  opened: 'its provider announces changes from now on.',
  renewed: 'its provider goes on announcing changes.',
  unsupported: 'its provider never announces it. It is polled.',
  closed: 'its provider announces no changes any more. It is polled.',
}

const sentence = ({ calendar, outcome, why }: Spoken<CalendarLine>): string =>
  `${calendar}: ${outcome === 'failed' ? `not announced. ${why ?? ''}`.trimEnd() : endings[outcome]}`
