import type { AccountId, TemplateId } from '@plmail/wire'
import type { Change, Changes } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type {
  TemplateFields,
  TemplateOutcome,
  TemplateRefusal,
  TemplateRequest,
  Templates,
  TemplateView,
} from './types.ts'

export interface TemplateParts {
  database: Sql
  changes: Pick<Changes, 'write'>
}

/** More than anybody finds anything in. */
const maxTemplates = 500

export function createTemplates({ database, changes }: TemplateParts): Templates {
  return {
    list: (accountId, ids) => select(database, accountId, ids),
    find: async (accountId, words) => {
      const rows = await database.query<{ id: TemplateId }>(
        `select id from mail_template
         where account_id = $1 and not exists (
           select 1 from unnest($2::text[]) as w (word)
           where position(lower(w.word) in lower(
             name || ' ' || subject || ' ' || regexp_replace(html, '<[^>]*>', ' ', 'g'))) = 0)
         order by sort_order, lower(name), id`,
        [accountId, words],
      )
      return rows.map(({ id }) => id)
    },
    set: async (userId, accountId, request, ifState) => {
      const cause = { actor: { kind: 'user' as const, userId }, verb: 'set-templates' }
      const { result, state } = await changes.write(accountId, cause, async (change) => {
        const oldState = change.state - 1
        if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
        return { ...(await carryOut(change, request)), oldState }
      })
      return result === 'state-mismatch' ? result : { ...result, newState: state }
    },
  }
}

const columns = `id, name, subject, html as "htmlBody", sort_order as "sortOrder"`

function select(sql: Sql, accountId: AccountId, ids: readonly TemplateId[] | null): Promise<TemplateView[]> {
  return sql.query<TemplateView>(
    `select ${columns} from mail_template
     where account_id = $1 and ($2::bigint[] is null or id = any ($2))
     order by sort_order, lower(name), id`,
    [accountId, ids],
  )
}

async function carryOut(
  change: Change,
  { create, update, destroy }: TemplateRequest,
): Promise<Pick<TemplateOutcome, 'created' | 'refusedUpdates' | 'refusedDestroys'>> {
  const gone = await remove(change, destroy)
  const created: Array<TemplateView | TemplateRefusal> = []
  for (const fields of create) created.push(await insert(change, fields))
  const templateById = new Map(
    (await select(change.tx, change.accountId, [...update.keys()])).map((template) => [
      template.id,
      template,
    ]),
  )
  for (const [id, fields] of update) {
    const template = templateById.get(id)
    if (template) await save(change, template, { ...template, ...fields })
  }
  return {
    created,
    refusedUpdates: missing([...update.keys()], new Set(templateById.keys())),
    refusedDestroys: missing(destroy, gone),
  }
}

const missing = (ids: readonly TemplateId[], existingIds: ReadonlySet<TemplateId>) =>
  new Map(ids.filter((id) => !existingIds.has(id)).map((id) => [id, 'not-found' as const]))

async function remove(change: Change, ids: readonly TemplateId[]): Promise<ReadonlySet<TemplateId>> {
  const gone = await change.tx.query<TemplateView>(
    `delete from mail_template where account_id = $1 and id = any ($2::bigint[]) returning ${columns}`,
    [change.accountId, ids],
  )
  const destroyed = gone.map(({ id }) => id)
  change.destroyed('Template', destroyed)
  for (const template of gone) note(change, template.id, template, null)
  return new Set(destroyed)
}

async function insert(change: Change, fields: TemplateFields): Promise<TemplateView | TemplateRefusal> {
  const { name, subject, htmlBody, sortOrder } = fields
  const [created] = await change.tx.query<TemplateView>(
    `insert into mail_template (account_id, name, subject, html, sort_order)
     select $1, $2, $3, $4, $5 where (select count(*) from mail_template where account_id = $1) < $6
     returning ${columns}`,
    [change.accountId, name, subject, htmlBody, sortOrder, maxTemplates],
  )
  if (!created) return 'too-many'
  change.created('Template', [created.id])
  note(change, created.id, null, created)
  return created
}

async function save(change: Change, old: TemplateView, now: TemplateView): Promise<void> {
  await change.tx.query(
    'update mail_template set name = $2, subject = $3, html = $4, sort_order = $5 where id = $1',
    [now.id, now.name, now.subject, now.htmlBody, now.sortOrder],
  )
  change.updated('Template', [now.id])
  note(change, now.id, old, now)
}

/** Keeps what stood there before: a template that was removed can be written again as it was. */
function note(
  change: Change,
  id: TemplateId,
  before: TemplateFields | null,
  after: TemplateFields | null,
): void {
  change.journal([
    { type: 'Template', id, before: before && getTexts(before), after: after && getTexts(after) },
  ])
}

const getTexts = ({ name, subject, htmlBody, sortOrder }: TemplateFields) => ({
  name,
  subject,
  htmlBody,
  sortOrder,
})
