/**
 * A list as two statements: a page of its conversations and how many there are, with the accounts they are of.
 * $1 are the accounts, $2 the role or the mailbox, $3 and $4 limit and position of the page; where it is about a
 * category, that is $5 of the page and $3 of the total.
 */
export interface ListStatements {
  /** Told apart by it as prepared statements. */
  name: string
  items: string
  total: string
}

const columns = `account_id as "accountId", thread_id as "threadId", newest_message_id as "emailId",
  newest_at as "newestAt", listed_at as "listedAt", total, unread`

const paged = (rows: string, order = 'listed_at desc, newest_message_id desc') =>
  `${rows} select ${columns} from row order by ${order} limit $3 offset $4`

const boxes = (by: 'role' | 'mailbox') => `
  box as materialized (
    select id, account_id, total_threads, unread_threads from mailbox
    where account_id = any ($1::bigint[]) and not is_leaving and ${by === 'role' ? 'role = $2::text' : 'id = $2::bigint'})`

/** Unread mail is few among much: it is found by its own index, and looked for in the mailbox then. */
const onlyUnread = (isUnread: boolean, row: string) =>
  isUnread
    ? `and ${row}.thread_unread and ${row}.thread_id in (
         select thread_id from message m
         where m.account_id = box.account_id and not m.is_seen and m.removed_at is null)`
    : ''

/** Each mailbox gives its newest conversations by index, and only those are merged. */
const newestRowSql = (isUnread: boolean, but: string) => `
  select box.account_id, t.thread_id, t.newest_message_id, t.newest_at, t.newest_at as listed_at, t.total, t.unread
  from box cross join lateral (
    select * from thread_mailbox t
    where t.mailbox_id = box.id ${onlyUnread(isUnread, 't')} ${but}
    order by t.newest_at desc, t.newest_message_id desc limit $3::bigint + $4::bigint) as t`

const countSql = (isUnread: boolean, more = '0') => `
  select (coalesce(sum(${isUnread ? 'unread_threads' : 'total_threads'}), 0) + ${more})::int as total,
    coalesce(array_agg(distinct account_id), '{}') as "accountIds" from box`

const nameStatement = (name: string, isUnread: boolean) => (isUnread ? `${name}-unread` : name)

/** A part of a list: unread mail, mail of a category. */
export interface ListPart {
  isUnread: boolean
  isOfCategory: boolean
}

/** Returns the SQL that counts a category in its index: there are no counters for categories. */
const countInSql = ({ isUnread }: ListPart, more = '0') => `
  select ((
      select count(*) from box join thread_mailbox t on t.mailbox_id = box.id
      where t.category = $3::text ${isUnread ? 'and t.thread_unread' : ''}) + ${more})::int as total,
    coalesce(array_agg(distinct account_id), '{}') as "accountIds" from box`

const ofCategory = ({ isOfCategory }: ListPart, row = 't') =>
  isOfCategory ? `and ${row}.category = $5::text` : ''

const getName = (name: string, { isUnread, isOfCategory }: ListPart) =>
  nameStatement(isOfCategory ? `${name}-category` : name, isUnread)

/** One mailbox, or those of one role, newest first. */
export function inMailboxes(by: 'role' | 'mailbox', part: ListPart): ListStatements {
  const { isUnread, isOfCategory } = part
  return {
    name: getName(by, part),
    items: paged(`with ${boxes(by)}, row as (${newestRowSql(isUnread, ofCategory(part))})`),
    total: `with ${boxes(by)} ${isOfCategory ? countInSql(part) : countSql(isUnread)}`,
  }
}

/**
 * SQL of threads sorted by another time than their newest message's: those that returned to the Inbox, and unanswered
 * messages in any mailbox. They are few, so each is looked up by itself; all others come by index as everywhere.
 */
const lifted = `
  lifted as materialized (
    select m.account_id, m.thread_id, max(later.at) as at, (array_agg(m.id order by m.received_at desc))[1] as message_id
    from (
      select s.message_id, s.woken_at as at from snooze s cross join lateral (
        select from message_mailbox mm join box on box.id = mm.mailbox_id where mm.message_id = s.message_id limit 1) as here
      where s.account_id = any ($1::bigint[]) and s.woken_at is not null
      union all
      select message_id, due_at from follow_up where account_id = any ($1::bigint[]) and due_at is not null
    ) as later cross join lateral (
      select * from message where id = later.message_id and removed_at is null limit 1) as m
    group by m.account_id, m.thread_id)`

/** The category is the same in every row of a conversation. */
const getCategory = (row: string) =>
  `coalesce((select category from thread_mailbox where thread_id = ${row}.thread_id limit 1), 'primary')`

/** Returns the SQL that counts listed threads outside the list's mailboxes. */
const liftedFrom = (also: string) => `(
  select count(*) from lifted l where ${also} not exists (
    select from thread_mailbox t join box on box.id = t.mailbox_id where t.thread_id = l.thread_id))`

export function inboxes(part: ListPart): ListStatements {
  const { isUnread, isOfCategory } = part
  const conditions = [
    ...(isUnread ? ['t.thread_unread'] : []),
    ...(isOfCategory ? [`${getCategory('l')} = $5::text`] : []),
  ]
  return {
    name: getName('inbox', part),
    items: paged(`
      with ${boxes('role')}, ${lifted}, row as (
        ${newestRowSql(isUnread, `${ofCategory(part)} and t.thread_id not in (select thread_id from lifted)`)}
        union all
        select l.account_id, l.thread_id, coalesce(t.newest_message_id, m.id),
          coalesce(t.newest_at, m.received_at), greatest(l.at, t.newest_at),
          coalesce(t.total, 1), coalesce(t.unread, 0)
        from lifted l cross join lateral (
          select id, received_at from message where id = l.message_id limit 1) as m
        left join box on box.account_id = l.account_id
        left join lateral (
          select * from thread_mailbox where mailbox_id = box.id and thread_id = l.thread_id limit 1) as t on true
        ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''})`),
    total: totalOfInboxes(part),
  }
}

function totalOfInboxes(part: ListPart): string {
  const { isUnread, isOfCategory } = part
  if (isUnread) return `with ${boxes('role')} ${isOfCategory ? countInSql(part) : countSql(true)}`
  return `with ${boxes('role')}, ${lifted} ${
    isOfCategory
      ? countInSql(part, liftedFrom(`${getCategory('l')} = $3::text and`))
      : countSql(false, liftedFrom(''))
  }`
}

/** The next to come back first; without a time last. */
export function snoozed(isUnread: boolean): ListStatements {
  return {
    name: nameStatement('snoozed', isUnread),
    items: paged(
      `with ${boxes('role')}, row as (
        select box.account_id, t.thread_id, t.newest_message_id, t.newest_at, t.total, t.unread,
          coalesce((
            select min(s.until) from message m join snooze s on s.message_id = m.id
            where m.thread_id = t.thread_id and s.woken_at is null), 'infinity') as wakes_at,
          t.newest_at as listed_at
        from box join thread_mailbox t on t.mailbox_id = box.id ${isUnread ? 'where t.thread_unread' : ''})`,
      'wakes_at, newest_message_id',
    ),
    total: `with ${boxes('role')} ${countSql(isUnread)}`,
  }
}

/** Whether a mailbox holds mail that is of use to nobody any more. */
const isAway = (box: string) => `coalesce(${box}.role, '') in ('trash', 'junk')`

const hasUnread = (isUnread: boolean, threadId: string) =>
  isUnread
    ? `and exists (
         select from message u where u.thread_id = ${threadId} and not u.is_seen and u.removed_at is null)`
    : ''

/** Starred mail outside Trash and Spam, each conversation once; $2 has no meaning. */
export function flagged(isUnread: boolean): ListStatements {
  const row = `
    row as materialized (
      select m.account_id, m.thread_id, (array_agg(m.id order by m.received_at desc, m.id desc))[1] as newest_message_id,
        max(m.received_at) as newest_at, max(m.received_at) as listed_at, count(*)::int as total,
        (count(*) filter (where not m.is_seen))::int as unread
      from message m
      where m.account_id = any ($1::bigint[]) and m.is_flagged and m.removed_at is null and $2::text is not null
        and exists (
          select from message_mailbox mm join mailbox b on b.id = mm.mailbox_id
          where mm.message_id = m.id and not ${isAway('b')})
        ${hasUnread(isUnread, 'm.thread_id')}
      group by m.account_id, m.thread_id)`
  return {
    name: nameStatement('flagged', isUnread),
    items: paged(`with ${row}`),
    total: `with ${row} select count(*)::int as total, $1::bigint[] as "accountIds" from row`,
  }
}

const elsewhere = (threadId: string) => `
  exists (
    select from thread_mailbox o join mailbox ob on ob.id = o.mailbox_id
    where o.thread_id = ${threadId} and not ${isAway('ob')})`

/** Every conversation with mail outside Trash and Spam; $2 has no meaning. */
export function allMail(isUnread: boolean): ListStatements {
  return {
    name: nameStatement('all', isUnread),
    items: paged(`
      with row as (
        select t.account_id, t.id as thread_id, newest.id as newest_message_id, t.newest_at, t.newest_at as listed_at,
          t.message_count as total, 0 as unread
        from (select unnest($1::bigint[]) as id) as a cross join lateral (
          select * from thread t
          where t.account_id = a.id and t.message_count > 0 and $2::text is not null
            and ${elsewhere('t.id')} ${hasUnread(isUnread, 't.id')}
          order by t.newest_at desc, t.id desc limit $3::bigint + $4::bigint) as t
        cross join lateral (
          select m.id from message m where m.thread_id = t.id and m.removed_at is null
          order by m.received_at desc, m.id desc limit 1) as newest)`),
    total: `
      select ${isUnread ? unreadEverywhere : everywhereBut} as total, $1::bigint[] as "accountIds"
      where $2::text is not null`,
  }
}

/** The few that lie in Trash and Spam only are counted and taken off. */
const everywhereBut = `(
  (select count(*) from thread where account_id = any ($1::bigint[]) and message_count > 0)
  - (select count(distinct t.thread_id) from mailbox b join thread_mailbox t on t.mailbox_id = b.id
     where b.account_id = any ($1::bigint[]) and ${isAway('b')} and not ${elsewhere('t.thread_id')}))::int`

const unreadEverywhere = `(
  select count(distinct m.thread_id) from message m
  where m.account_id = any ($1::bigint[]) and not m.is_seen and m.removed_at is null
    and ${elsewhere('m.thread_id')})::int`
