import type { AccountId, MessageId, RuleId } from '@plmail/wire'
import { createJobs, type JobKind, type Jobs, type RunContext } from '../../../../server/src/jobs/index.ts'
import { silentLog } from '../../../../server/src/kit/log.ts'
import {
  createMail,
  createRules,
  type Mail,
  type RuleFields,
  type Rules,
} from '../../../../server/src/mail/index.ts'
import { arrives, readBytes, type MessageToDeliver, type MailForTests, start } from '../test-mail.ts'

export interface RulesForTests {
  rules: Rules
  /** The mail room that asks the rules. */
  mail: Mail
  /** Brings messages as a look does: new unless said otherwise. */
  deliver(accountId: AccountId, messages: readonly MessageToDeliver[], isNew?: boolean): Promise<MessageId[]>
  /** Runs what is queued, until there is nothing left or it is stopped; returns how many jobs ran. */
  work(signal?: AbortSignal): Promise<number>
  /** Saves one rule of the room's user; its id. */
  save(rule: Partial<RuleFields> & Pick<RuleFields, 'condition' | 'actions'>): Promise<RuleId>
}

/** The rules over the rooms of a test; jobs wait for `work`. */
export function rulesFor(room: MailForTests): RulesForTests {
  const { changes, clock, parts } = room
  const { database } = room.db
  const handlers = new Map<string, (payload: unknown, context: RunContext) => Promise<void>>()
  const queue: Array<{ name: string; payload: unknown }> = []
  const jobs: Jobs = {
    ...createJobs({ database, clock, log: silentLog }),
    handle: <P>(kind: JobKind<P>, run: (payload: P, context: RunContext) => Promise<void>) => {
      handlers.set(kind.name, (payload, context) => run(kind.parse(payload), context))
    },
    enqueue: async (_tx, { name }, payload) => void queue.push({ name, payload }),
  }
  const getTimeZone = async () => 'Europe/Berlin'
  const rules = createRules({ database, changes, jobs, clock, getTimeZone, outbox: parts.outbox })
  const mail = createMail({ ...parts, rules })
  return {
    rules,
    mail,
    deliver: async (accountId, messages, isNew = true) => {
      const prepared = await mail.ingest.prepare(messages.map(readBytes))
      const arrivals = messages.map((message, index) => ({
        prepared: prepared[index]!,
        mailboxIds: message.boxes,
        keywords: message.keywords ?? [],
        isNew,
        receivedAt: new Date(start.getTime() + (message.at ?? 0) * 60_000),
      }))
      const written = await changes.write(accountId, arrives, (change) =>
        mail.ingest.arrive(change, arrivals),
      )
      return written.result
    },
    work: async (signal = new AbortController().signal) => {
      let done = 0
      for (let job = queue.shift(); job; job = queue.shift()) {
        await handlers.get(job.name)!(job.payload, { signal, attempt: 1 }).catch((error: unknown) => {
          queue.unshift(job!)
          throw error
        })
        done += 1
      }
      return done
    },
    save: async (rule) => {
      const personal = (await changes.personal(room.user))!
      const fields: RuleFields = {
        kind: 'rule',
        name: 'Rule',
        isEnabled: true,
        sortOrder: 0,
        accountIds: null,
        stops: false,
        ...rule,
      }
      const saved = await rules.set(room.user, personal, { create: [fields], update: new Map(), destroy: [] })
      if (saved === 'state-mismatch') throw new Error(saved)
      const [made] = saved.created
      if (!made || typeof made === 'string') throw new Error(`the rule was refused: ${made}`)
      return made.id
    },
  }
}
