import { sayProblem } from '@plmail/words'
import type { CalendarLine, ConsoleCommand, Spoken } from '../command.ts'
import type { ConsoleWords } from '../console-words.ts'

export const calendarPush: ConsoleCommand = {
  name: 'app:calendar:push',
  options: [{ name: 'force' }, { name: 'stop' }],
  run: async (values, installation, { language, words }) => {
    const texts = words.commands['app:calendar:push']
    const [isForced, isStopped] = [values['force'] === true, values['stop'] === true]
    if (isForced && isStopped) return { ok: false, isUsage: true, text: texts.forceOrStop }
    const { announceCalendars } = await installation.rooms()
    const lines = await announceCalendars(isStopped ? 'stop' : isForced ? 'force' : 'due')
    const spokenLines = lines.map((line) => ({ ...line, why: line.why && sayProblem(language, line.why) }))
    const isSound = lines.every((line) => line.outcome !== 'failed')
    const text =
      lines.length === 0 ? texts.nothing : spokenLines.map((line) => sentence(line, texts)).join('\n')
    return { ok: isSound, text, data: { calendars: spokenLines } }
  },
}

const sentence = (
  { calendar, outcome, why }: Spoken<CalendarLine>,
  texts: ConsoleWords['commands']['app:calendar:push'],
): string =>
  outcome === 'failed'
    ? texts.failed({ calendar, reason: why ?? '' }).trimEnd()
    : texts[outcome]({ calendar })
