import type { MailboxProfile } from '../packages/emulators/src/index.ts'
import { type EmulatedImport, importEmulated } from './stage/emulated-import.ts'
import type { Emulated } from './stage/emulated-provider.ts'
import { onDatabase } from './stage/on-database.ts'
import { type Bench, type Row, short, type Stage } from './stage/rows.ts'

/** How near first imports from Google and Microsoft come to what the quotas of a mailbox allow: 8,000 messages. */
export const quota: Bench = {
  name: 'quota',
  isLong: true,
  run: async (stage) => {
    const rows: Row[] = []
    for (const provider of ['Gmail', 'Graph'] as const)
      rows.push(...speed(provider, await imported(stage, provider, 'work')))
    return rows
  },
}

/** The same with 100,000 messages, interrupted once: what it costs in memory, and whether anything is fetched twice. */
export const quotaHuge: Bench = {
  name: 'quota-huge',
  isLong: true,
  run: async (stage) => {
    const run = await imported(stage, 'Gmail', 'huge', 40_000)
    const at = (share: number) => run.memory[Math.floor(share * (run.memory.length - 1))] ?? Number.NaN
    return [
      ...speed('Gmail', run),
      {
        what: 'Gmail: messages fetched',
        value: run.fetches / run.messages,
        unit: '×',
        budget: { atMost: 1.01 },
      },
      {
        what: 'Gmail: memory at the end of that at 30 %',
        value: at(1) / at(0.3),
        unit: '×',
        budget: { atMost: 1.25 },
        note: `${[0.25, 0.5, 0.75, 1].map((share) => short(at(share))).join(', ')} MiB by quarters, the provider included`,
      },
    ]
  },
}

function speed(provider: Emulated, run: EmulatedImport): Row[] {
  const { messages, seconds, floorSeconds, firstScreenSeconds, requests, realSeconds } = run
  return [
    {
      what: `${provider}: first import, of what the quota allows`,
      value: seconds / floorSeconds,
      unit: '×',
      budget: { atMost: 1.1 },
      note: `${messages.toLocaleString('en')} messages, ${requests.toLocaleString('en')} requests: ${short(seconds / 60)} min where ${short(floorSeconds / 60)} must be; ${short(realSeconds)} s here`,
    },
    {
      what: `${provider}: newest mail in the Inbox`,
      value: firstScreenSeconds,
      unit: 's',
      budget: { atMost: 60 },
    },
  ]
}

function imported(
  stage: Stage,
  provider: Emulated,
  profile: MailboxProfile,
  interruptedAt?: number,
): Promise<EmulatedImport> {
  return onDatabase(stage, (dataFolder) =>
    importEmulated({
      provider,
      profile,
      dataFolder,
      say: stage.say,
      ...(interruptedAt === undefined ? {} : { interruptedAt }),
    }),
  )
}
