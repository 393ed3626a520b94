import type { SetResult, Template } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import type { CalendarContext } from '../calendar/calendar-context.ts'
import { oncePer } from '../core/records-context.ts'
import { createTopic } from '../core/topic.ts'

type TemplateTexts = Pick<Template, 'name' | 'subject' | 'htmlBody'>

/** The outcome of a change; `why` is the server's own error type, undefined where it cannot be reached. */
type TemplateChange = { ok: true; id: string } | { ok: false; why: string | undefined }

/** The messages that a user writes more than once. */
export interface TemplateRecords {
  /** Watched. By name; undefined until the first answer. */
  all(): readonly Template[] | undefined
  /** False when no answer came. */
  load(): Promise<boolean>
  /** A new one without `id`. */
  save(texts: TemplateTexts, id?: string): Promise<TemplateChange>
  remove(id: string): Promise<TemplateChange>
}

export const templatesOf = oncePer(createTemplates)

function createTemplates({ jmap, personal }: Pick<CalendarContext, 'jmap' | 'personal'>): TemplateRecords {
  const topic = createTopic()
  let listed: readonly Template[] | undefined

  async function load(): Promise<boolean> {
    const accountId = await personal.id()
    if (accountId === undefined) return false
    const batch = createBatch()
    const call = batch.add('Template/get', { accountId, ids: null })
    const answer = (await jmap.send(batch))?.of(call)
    if (!answer?.ok) return false
    listed = answer.value.list
    topic.touch()
    return true
  }

  async function set(
    args:
      | { create: Record<string, TemplateTexts> }
      | { update: Record<string, TemplateTexts> }
      | { destroy: string[] },
    outcome: (result: SetResult) => TemplateChange,
  ): Promise<TemplateChange> {
    const accountId = await personal.id()
    if (accountId === undefined) return { ok: false, why: undefined }
    const batch = createBatch()
    const call = batch.add('Template/set', { accountId, ...args })
    const answer = (await jmap.send(batch))?.of(call)
    if (!answer) return { ok: false, why: undefined }
    if (!answer.ok) return { ok: false, why: answer.error.type }
    await load()
    return outcome(answer.value)
  }

  return {
    all() {
      topic.watch()
      return listed
    },
    load,
    save({ name, subject, htmlBody }, id) {
      const texts = { name, subject, htmlBody }
      if (id === undefined)
        return set({ create: { t: texts } }, ({ created, notCreated }) => {
          const outcome = created?.['t']
          return outcome ? { ok: true, id: outcome.id } : { ok: false, why: notCreated?.['t']?.type }
        })
      return set({ update: { [id]: texts } }, ({ notUpdated }) =>
        notUpdated?.[id] ? { ok: false, why: notUpdated[id].type } : { ok: true, id },
      )
    },
    remove: (id) =>
      set({ destroy: [id] }, ({ notDestroyed }) =>
        notDestroyed?.[id] ? { ok: false, why: notDestroyed[id].type } : { ok: true, id },
      ),
  }
}
