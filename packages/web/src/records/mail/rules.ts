import type {
  Email,
  EmailFilter,
  EmailUnsubscribe,
  EmailUnsubscribeResult,
  JmapMethod,
  JmapMethods,
  JobEvent,
  Rule,
  RuleCreate,
  RuleRun,
} from '@plmail/wire'
import { emailListProperties } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import { type RecordsContext, isOf, oncePer } from '../core/records-context.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import { sayRefusal } from '../../words/say-refusal.ts'
import { createTopic } from '../core/topic.ts'

/** An answer of the server; or why it refused, undefined when it can't be reached. */
export type ListRunReport<T> = { ok: true; value: T } | { ok: false; why: string | undefined }

export interface RuleMatch {
  accountId: string
  email: Email
}

/** The user's rules and blocked senders, and what is done by way of them. */
export interface RuleRecords {
  /** In order; undefined before the first answer. Watched, and asked for when it is. */
  all(): readonly Rule[] | undefined
  load(): Promise<boolean>
  create(rule: RuleCreate): Promise<ListRunReport<Rule>>
  change(id: string, patch: Partial<RuleCreate>): Promise<ListRunReport<unknown>>
  /** Gives rules their places, in this order. */
  reorder(ids: readonly string[]): Promise<ListRunReport<unknown>>
  destroy(id: string): Promise<ListRunReport<unknown>>
  preview(
    condition: EmailFilter,
    accountIds: string[] | null,
  ): Promise<ListRunReport<{ total: number; newest: RuleMatch[] }>>
  run(id: string): Promise<ListRunReport<RuleRun>>
  undoRun(id: string): Promise<ListRunReport<RuleRun>>
  /** A rule that is not saved yet, to begin the editor with; taken out by it. */
  begin(draft: RuleCreate): void
  takeDraft(): RuleCreate | undefined
  /** The id of the mailing list that an email came from. */
  listOf(accountId: string, id: string): Promise<string | undefined>
  wayToLeave(accountId: string, id: string): Promise<ListRunReport<EmailUnsubscribe | null>>
  leave(accountId: string, id: string): Promise<ListRunReport<EmailUnsubscribeResult>>
}

export const rulesOf = oncePer(createRuleRecords)

function createRuleRecords({ jmap, personal, listen }: RecordsContext): RuleRecords {
  const topic = createTopic()
  let rules: readonly Rule[] | undefined
  let draft: RuleCreate | undefined

  async function ask<M extends JmapMethod>(
    name: M,
    args: JmapMethods[M]['args'],
  ): Promise<ListRunReport<JmapMethods[M]['result']>> {
    const batch = createBatch()
    const call = batch.add(name, args)
    const answer = (await jmap.send(batch))?.of(call)
    if (answer?.ok) return { ok: true, value: answer.value }
    return { ok: false, why: answer && (await sayRefusal(answer.error)) }
  }

  async function mine<T>(then: (accountId: string) => Promise<ListRunReport<T>>): Promise<ListRunReport<T>> {
    const accountId = await personal.id()
    return accountId === undefined ? { ok: false, why: undefined } : then(accountId)
  }

  async function read(): Promise<boolean> {
    const answer = await mine((accountId) => ask('Rule/get', { accountId, ids: null }))
    if (answer.ok) {
      rules = answer.value.list
      topic.touch()
    }
    return answer.ok
  }

  const load = oneAtATime(read)

  async function set(
    args: Omit<JmapMethods['Rule/set']['args'], 'accountId'>,
  ): Promise<ListRunReport<Rule | undefined>> {
    const answer = await mine((accountId) => ask('Rule/set', { accountId, ...args }))
    await load()
    if (!answer.ok) return answer
    const { created, notCreated, notUpdated, notDestroyed } = answer.value
    const [refused] = Object.values({ ...notCreated, ...notUpdated, ...notDestroyed })
    if (refused) return { ok: false, why: await sayRefusal(refused) }
    return { ok: true, value: created?.['rule'] }
  }

  async function emailsOf(
    newest: ReadonlyArray<{ accountId: string; emailId: string }>,
  ): Promise<RuleMatch[] | undefined> {
    if (newest.length === 0) return []
    const batch = createBatch()
    const calls = [...new Set(newest.map(({ accountId }) => accountId))].map((accountId) => {
      const ids = newest.filter((match) => match.accountId === accountId).map(({ emailId }) => emailId)
      return { accountId, call: batch.add('Email/get', { accountId, ids, properties: emailListProperties }) }
    })
    const answers = await jmap.send(batch)
    const matches = calls.flatMap(({ accountId, call }) => {
      const answer = answers?.of(call)
      return answer?.ok ? answer.value.list.map((email) => ({ accountId, email: email as Email })) : []
    })
    return newest.flatMap(({ emailId }) => matches.find(({ email }) => email.id === emailId) ?? [])
  }

  function progressed({ done, total, text }: JobEvent): void {
    if (!rules) return
    rules = rules.map((rule) =>
      rule.name === text && rule.run ? { ...rule, run: { ...rule.run, done, total } } : rule,
    )
    topic.touch()
    if (done >= total) void load()
  }

  listen((news) => {
    if (news.kind === 'job' && news.job.job === 'rule-run') progressed(news.job)
    if (news.kind === 'state' && isOf(news.change, 'Rule') && rules) void load()
  })

  return {
    all() {
      topic.watch()
      if (!rules) void load()
      return rules
    },
    load,
    async create(rule) {
      const last = Math.max(-1, ...(rules ?? []).map(({ sortOrder }) => sortOrder))
      const answer = await set({ create: { rule: { sortOrder: last + 1, ...rule } } })
      if (!answer.ok) return answer
      return answer.value ? { ok: true, value: answer.value } : { ok: false, why: undefined }
    },
    change: (id, patch) => set({ update: { [id]: patch } }),
    reorder(ids) {
      const moved = ids.flatMap((id, sortOrder) =>
        rules?.find((rule) => rule.id === id)?.sortOrder === sortOrder ? [] : [[id, { sortOrder }] as const],
      )
      const places = new Map(ids.map((id, place) => [id, place]))
      // At once, and as the server says a moment later.
      rules = rules
        ?.map((rule) => ({ ...rule, sortOrder: places.get(rule.id) ?? rule.sortOrder }))
        .toSorted((a, b) => a.sortOrder - b.sortOrder)
      topic.touch()
      return set({ update: Object.fromEntries(moved) })
    },
    destroy: (id) => set({ destroy: [id] }),
    async preview(condition, accountIds) {
      const answer = await mine((accountId) =>
        ask('Rule/preview', { accountId, condition, accountIds, limit: 5 }),
      )
      if (!answer.ok) return answer
      const newest = await emailsOf(answer.value.newest)
      return newest
        ? { ok: true, value: { total: answer.value.total, newest } }
        : { ok: false, why: undefined }
    },
    async run(id) {
      const answer = await mine((accountId) => ask('Rule/run', { accountId, id }))
      await load()
      return answer.ok ? { ok: true, value: answer.value.run } : answer
    },
    async undoRun(id) {
      const answer = await mine((accountId) => ask('Rule/undoRun', { accountId, id }))
      await load()
      return answer.ok ? { ok: true, value: answer.value.run } : answer
    },
    begin(rule) {
      draft = rule
    },
    takeDraft() {
      const taken = draft
      draft = undefined
      return taken
    },
    async listOf(accountId, id) {
      const property = 'header:List-Id:asText'
      const answer = await ask('Email/get', { accountId, ids: [id], properties: [property] })
      const [email] = answer.ok ? (answer.value.list as unknown as Array<Record<string, unknown>>) : []
      const text = email?.[property]
      // RFC 2919: a description, and the identifier in angle brackets.
      return typeof text === 'string'
        ? (/<([^<>]+)>/.exec(text)?.[1] ?? (text.trim() || undefined))
        : undefined
    },
    async wayToLeave(accountId, id) {
      const answer = await ask('Email/get', { accountId, ids: [id], properties: ['unsubscribe'] })
      if (!answer.ok) return answer
      const [email] = answer.value.list as Array<{ unsubscribe?: EmailUnsubscribe | null }>
      return { ok: true, value: email?.unsubscribe ?? null }
    },
    leave: (accountId, id) => ask('Email/unsubscribe', { accountId, id }),
  }
}
