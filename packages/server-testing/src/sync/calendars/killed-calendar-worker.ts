import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { CalDavAccess } from '../../../../server/src/providers/caldav/dav-client.ts'
import type { AccessTokens } from '../../../../server/src/providers/contract/grant.ts'
import type { GoogleEndpoints } from '../../../../server/src/providers/google/endpoints.ts'
import type { MicrosoftEndpoints } from '../../../../server/src/providers/microsoft/endpoints.ts'
import type { VisitRequest, KilledCalendars, VisitReport } from './killed-calendars.ts'
import type { Errand } from '../../../../server/src/sync/calendars/visit-source.ts'

/** What a process of its own needs to get in where calendars are kept. */
export type WayIn =
  | { name: 'Google'; endpoints: GoogleEndpoints; tokens: AccessTokens }
  | { name: 'Microsoft'; endpoints: MicrosoftEndpoints; tokens: AccessTokens }
  | { name: 'Radicale'; access: CalDavAccess }

/** One process after the other that visits a source: the next is started once one has been killed. */
export interface KilledCalendarWorker extends AsyncDisposable {
  /** Whether it came to its end; false also when it was killed at the statement after that many. */
  visit(errand: Errand, at: Date, dieAfter: number | undefined): Promise<boolean>
  /** How many were killed. */
  killed(): number
}

export function startKilledCalendars(
  program: string,
  wayIn: WayIn,
  what: Omit<KilledCalendars, 'provider'>,
): KilledCalendarWorker {
  const { tokens, ...provider } = { tokens: undefined, ...wayIn }
  const argument = JSON.stringify({ ...what, provider } satisfies KilledCalendars)
  let child: ChildProcess | undefined
  let killed = 0

  async function start(): Promise<ChildProcess> {
    const started = fork(program, [argument])
    started.on('message', (report: VisitReport) => {
      if (typeof report === 'object' && 'refused' in report) void sendToken(started, report.refused)
    })
    if ((await heard(started, (report) => report === 'ready')) === undefined)
      throw new Error('The process of the calendars did not start')
    return started
  }
  async function sendToken(to: ChildProcess, refused: string | null): Promise<void> {
    const token = (await tokens?.(refused === null ? {} : { refused })) ?? ''
    // It may have been killed since it asked.
    if (to.connected) to.send({ token } satisfies VisitRequest, () => {})
  }
  return {
    visit: async (errand, at, dieAfter) => {
      const current = (child ??= await start())
      current.send({ visit: errand, at: at.getTime(), dieAfter } satisfies VisitRequest)
      const report = await heard(
        current,
        (candidate) => typeof candidate === 'object' && 'isFinished' in candidate,
      )
      if (report !== undefined)
        return typeof report === 'object' && 'isFinished' in report && report.isFinished
      if (current.signalCode !== 'SIGKILL') throw new Error('The process of the calendars failed')
      child = undefined
      killed++
      return false
    },
    killed: () => killed,
    [Symbol.asyncDispose]: async () => {
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** What it says next of that kind; undefined when it has ended. */
function heard(
  child: ChildProcess,
  isIt: (candidate: VisitReport) => boolean,
): Promise<VisitReport | undefined> {
  return new Promise((resolve) => {
    const over = (report: VisitReport | undefined) => {
      child.off('message', on)
      child.off('exit', ended)
      resolve(report)
    }
    const on = (report: VisitReport) => {
      if (isIt(report)) over(report)
    }
    const ended = () => over(undefined)
    child.on('message', on)
    child.on('exit', ended)
  })
}
