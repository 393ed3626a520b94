import type { ProblemDetail } from '@plmail/wire'
import { ProviderError, type ProvidedVacation, type VacationSession } from '../contract/index.ts'
import { openSieve, quote, type SieveConnection } from './connection.ts'
import { answersItself, requires, vacationIn, vacationScript, wrappedIn, wrapperScript } from './script.ts'
import type { SieveOptions, SieveSettings } from './settings.ts'

export interface SieveVacationNeeds {
  settings: SieveSettings
  password: string
  /** Addresses of the mailbox: who writes to none of them gets no answer. */
  addresses: readonly string[]
  options?: SieveOptions
}

/** Ours. No script of another name is ever written. */
const vacationName = 'plmail-vacation'
const wrapperName = 'plmail-vacation-wrapper'

const nothing: ProvidedVacation = { isEnabled: false, period: null, subject: null, text: null, html: null }

/** The vacation response that a mailbox's Sieve script gives (RFC 5230). */
export function createSieveVacation(needs: SieveVacationNeeds): VacationSession {
  const connected = async <T>(work: (sieve: SieveConnection) => Promise<T>): Promise<T> => {
    const sieve = await openSieve(needs.settings, needs.password, needs.options)
    try {
      return await work(sieve)
    } finally {
      await sieve.close()
    }
  }
  return {
    read: () =>
      connected(async (sieve) => {
        const { active, names } = await fetchScripts(sieve)
        const script = names.includes(vacationName)
          ? vacationIn(await fetchText(sieve, vacationName))
          : undefined
        const isRun = active === vacationName || active === wrapperName
        return script ? { ...script, isEnabled: script.isEnabled && isRun } : nothing
      }),
    write: (vacation) =>
      connected(async (sieve) => {
        const scripts = await fetchScripts(sieve)
        if (vacation.isEnabled) await switchOn(sieve, scripts, vacation, needs.addresses)
        else await switchOff(sieve, scripts, vacation)
      }),
  }
}

interface Scripts {
  names: string[]
  active: string | undefined
}

async function fetchScripts(sieve: SieveConnection): Promise<Scripts> {
  const { lines } = await sieve.command(['LISTSCRIPTS'], 'listing the scripts')
  const active = lines.find(([, mark]) => mark?.toUpperCase() === 'ACTIVE')
  return { names: lines.map(([name = '']) => name), active: active?.[0] }
}

async function fetchText(sieve: SieveConnection, name: string): Promise<string> {
  const { lines } = await sieve.command(['GETSCRIPT', quote(name)], 'reading a script')
  return lines[0]?.[0] ?? ''
}

async function switchOn(
  sieve: SieveConnection,
  scripts: Scripts,
  vacation: ProvidedVacation,
  addresses: readonly string[],
): Promise<void> {
  if (vacation.period && !(can(sieve, 'date') && can(sieve, 'relational')))
    throw toRefusal({ problem: 'vacation/no-dates' })
  const before = await scriptBefore(sieve, scripts)
  if (before !== undefined) await judge(sieve, before, scripts)
  await storeScript(sieve, vacationName, vacationScript(vacation, { addresses }))
  if (before === undefined) return activate(sieve, vacationName)
  await storeScript(sieve, wrapperName, wrapperScript(before, vacationName))
  await activate(sieve, wrapperName)
}

/** Switches the response off. The script that was active before is active again before ours is deleted. */
async function switchOff(
  sieve: SieveConnection,
  scripts: Scripts,
  vacation: ProvidedVacation,
): Promise<void> {
  const isOurs = scripts.active === vacationName || scripts.active === wrapperName
  if (isOurs) await activate(sieve, (await scriptBefore(sieve, scripts)) ?? '')
  if (scripts.names.includes(wrapperName))
    await sieve.command(['DELETESCRIPT', quote(wrapperName)], 'removing a script')
  await storeScript(sieve, vacationName, vacationScript(vacation, { addresses: [] }))
}

/** The person's own script that is or was active; undefined when there is none. */
async function scriptBefore(sieve: SieveConnection, { active, names }: Scripts): Promise<string | undefined> {
  if (active === undefined || active === vacationName) return undefined
  if (active !== wrapperName) return active
  const wrapped = wrappedIn(await fetchText(sieve, wrapperName))
  return wrapped !== undefined && names.includes(wrapped) ? wrapped : undefined
}

/** Whether both can run one after the other, with whatever theirs includes. */
async function judge(sieve: SieveConnection, name: string, { names }: Scripts): Promise<void> {
  if (!can(sieve, 'include')) throw toRefusal({ problem: 'vacation/other-script', name })
  const script = await fetchText(sieve, name)
  if (answersItself(script)) throw toRefusal({ problem: 'vacation/answering-script', name })
  if (!requires(script, 'include')) return
  for (const included of names.filter(
    (scriptName) => scriptName !== vacationName && scriptName !== wrapperName,
  ))
    if (answersItself(await fetchText(sieve, included)))
      throw toRefusal({ problem: 'vacation/answering-script', name: included })
}

/** Nothing is stored that the server would not run (RFC 5804 §2.12; servers without a VERSION have no CHECKSCRIPT). */
async function storeScript(sieve: SieveConnection, name: string, script: string): Promise<void> {
  if (sieve.capabilities.has('VERSION'))
    await sieve.command(['CHECKSCRIPT', asLiteral(script)], 'checking the vacation response')
  await sieve.command(['PUTSCRIPT', quote(name), asLiteral(script)], 'storing the vacation response')
}

const activate = async (sieve: SieveConnection, name: string): Promise<void> =>
  void (await sieve.command(['SETACTIVE', quote(name)], 'switching the script'))

const asLiteral = (script: string): string => `{${Buffer.byteLength(script)}+}\r\n${script}`

const can = (sieve: SieveConnection, extension: string): boolean =>
  (sieve.capabilities.get('SIEVE') ?? '').toLowerCase().split(' ').includes(extension)

const toRefusal = (problem: ProblemDetail) => new ProviderError('refused', problem.problem, { problem })
