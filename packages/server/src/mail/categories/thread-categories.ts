import type { AccountId, Category, CategoryReason, MessageId, ThreadId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { CategoryView } from '../types.ts'
import { categoryInSql, providerCategories } from './provider-categories.ts'

interface Row {
  threadId: ThreadId
  emailId: MessageId
  isChosen: boolean
  category: Category
  keywords: string[]
  reason: CategoryReason | null
}

/** See `Mail.read.threadCategories`: of each thread the message that decides, as lists/settle has it. */
export async function threadCategories(
  sql: Sql,
  accountId: AccountId,
  ids: readonly ThreadId[],
): Promise<Map<ThreadId, CategoryView>> {
  const rows = await sql.prepared<Row>(
    'mail-thread-categories',
    `select distinct on (m.thread_id) m.thread_id as "threadId", m.id as "emailId",
       m.chosen_category is not null as "isChosen", coalesce(m.chosen_category, ${categoryInSql('m')}) as category,
       m.keywords, body.category_reason as reason
     from message m join message_body body on body.message_id = m.id
     where m.account_id = $1 and m.thread_id = any ($2::bigint[]) and m.removed_at is null
       and (m.direction = 'in' or m.chosen_category is not null)
     order by m.thread_id, m.chosen_at desc nulls last, m.received_at desc, m.id desc`,
    [accountId, ids],
  )
  return new Map(rows.map((row) => [row.threadId, toView(row)]))
}

function toView({ emailId, isChosen, category: name, keywords, reason }: Row): CategoryView {
  if (isChosen) return { name, emailId, rule: 'hand', field: null, value: null }
  const provided = [...providerCategories.keys()].find((keyword) => keywords.includes(keyword))
  if (provided !== undefined) return { name, emailId, rule: 'provider', field: null, value: provided }
  return { name, emailId, ...(reason ?? unsaid) }
}

const unsaid: CategoryReason = { rule: 'nothing', field: null, value: null }
