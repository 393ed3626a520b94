import { createHash } from 'node:crypto'
import type pg from 'pg'

/** What is looked for in them. The more often a word is used, the lower its rank; `word_of` spells it. */
export interface ManyRows {
  accountId: number
  inboxId: number
}

/**
 * An account with so many messages, made by the database itself: three of four in the Inbox, a thread of three on
 * average, sixty words each out of fifty thousand by Zipf's law, four of them in the subject. Bytes are not kept, so
 * only what lists and searches read is there.
 */
export async function makeManyRows(
  client: pg.Client,
  messages: number,
  say: (text: string) => void,
): Promise<ManyRows> {
  const accountId = await count(client, account)
  const inboxId = await count(client, mailbox('INBOX', "'inbox'"), [accountId])
  const archiveId = await count(client, mailbox('Archive', "'archive'"), [accountId])
  for (const [what, text] of Object.entries(steps(accountId, inboxId, archiveId, messages))) {
    say(what)
    await client.query(text)
  }
  return { accountId, inboxId }
}

/** The word of that rank, spelt as `word_of` below spells it. */
export function wordOfRank(rank: number): string {
  const digest = createHash('md5').update(String(rank)).digest('hex')
  return digest.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '').slice(0, 4 + (rank % 7))
}

async function count(client: pg.Client, text: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ id: string }>(text, [...values])
  return Number(rows[0]?.id)
}

const account = `
  with made as (insert into jmap_account (user_id, kind, state) select id, 'mail', 1 from app_user returning id, user_id)
  insert into mail_account (id, user_id, provider, address, name, settings, condition, condition_since, created_at)
  select id, user_id, 'imap', 'many@example.org', 'Many', '{}', 'ok', now(), now() from made returning id`

const mailbox = (name: string, role: string) => `
  with made as (
    insert into label (user_id, name, role)
    select user_id, '${name}', ${role} from jmap_account where id = $1 returning id)
  insert into mailbox (account_id, label_id, name, role, created_state) select $1, id, '${name}', ${role}, 1 from made
  returning id`

/** In this order; each is one statement or several. */
function steps(
  accountId: number,
  inboxId: number,
  archiveId: number,
  messages: number,
): Record<string, string> {
  const threads = Math.ceil(messages / 3)
  return {
    'inventing words': `
      create function word_of(rank int) returns text language sql immutable as
        $$ select substr(translate(md5(rank::text), '0123456789', 'ghijklmnop'), 1, 4 + rank % 7) $$;
      create temp table word as select rank, word_of(rank) as word from generate_series(1, 50000) as rank;
      set maintenance_work_mem = '1GB'; set work_mem = '64MB'; set synchronous_commit = off`,
    'writing messages': `
      insert into thread (id, account_id, base_subject, newest_at, message_count, awaits_parent)
      select n, ${accountId}, 'thread ' || n, timestamptz '2016-01-01', 3, false from generate_series(1, ${threads}) as n;
      insert into blob (digest, pack, pack_offset, pack_length, size) values ('\\x00', 'none', 0, 0, 0);
      insert into message (id, account_id, thread_id, blob_digest, size, received_at, direction, keywords,
        has_attachment, subject, created_state)
      select n, ${accountId}, least(${threads}, 1 + n / 3 + (random() * 20)::int), '\\x00', 2000 + (random() * 30000)::int,
        timestamptz '2016-01-01' + n * interval '5 minutes', 'in',
        case when random() < 0.02 then '{$flagged,$seen}'::text[] when random() < 0.9 then '{$seen}' else '{}' end,
        random() < 0.1, 'message ' || n, 1
      from generate_series(1, ${messages}) as n;
      insert into message_body (message_id, summary, structure)
      select id, json_build_object('from', json_build_array(json_build_object('name', 'Person ' || id % 5000,
          'email', 'person' || id % 5000 || '@host' || id % 300 || '.example')), 'to', null, 'subject', subject,
        'hasAttachment', has_attachment, 'preview', 'A message as many others'), '{"v":1,"p":{"o":[0,0,0,0],"t":"text/plain"}}'
      from message where account_id = ${accountId};
      insert into message_mailbox (message_id, mailbox_id, received_at)
      select id, case when id % 4 = 0 then ${archiveId} else ${inboxId} end, received_at
      from message where account_id = ${accountId};
      insert into thread_mailbox (mailbox_id, thread_id, newest_at, newest_message_id, total, unread, thread_unread)
      select mailbox_id, thread_id, max(m.received_at), max(m.id), count(*), 0, false
      from message_mailbox join message m on m.id = message_id where account_id = ${accountId} group by 1, 2`,
    'writing words': `
      drop index message_search_words;
      insert into message_search (message_id, words, subject_words, from_key, to_key, subject_key, headers)
      select id, ('A${accountId} Hfrom Hto Hsubject Fperson' || id % 5000 || ' Fhost' || id % 300 || '.example Fhost' ||
          id % 300 || ' ' || text || ' ' || subject)::tsvector, subject::tsvector,
        'person ' || id % 5000, '', 'message ' || id, 'subject:message ' || id
      from (
        select id, string_agg(word || ':' || place, ' ') filter (where place > 4) as text,
          string_agg('S' || word || ':' || place, ' ') filter (where place <= 4) as subject
        from (
          select m.id, place, floor(exp(random() * ln(50000)))::int as rank
          from message m cross join generate_series(1, 60) as place where account_id = ${accountId}) as drawn
        join word using (rank) group by id) as written;
      insert into search_word (account_id, word, keys)
      select ${accountId}, letter || word, array(select substr(word, n, 3) from generate_series(1, length(word) - 2) as n)
        || (${accountId} || kind)
      from word cross join (values ('S', 'h'), ('', 'b')) as field (letter, kind) on conflict do nothing;
      insert into search_word (account_id, word, keys)
      select ${accountId}, 'F' || word, array(select substr(word, n, 3) from generate_series(1, length(word) - 2) as n)
        || (${accountId} || 'h')
      from (select 'person' || n from generate_series(0, 4999) as n union all
        select 'host' || n from generate_series(0, 299) as n) as named (word)`,
    'indexing words': `
      create index message_search_words on message_search using gin (words) with (gin_pending_list_limit = 1024)`,
    counting: `
      update mailbox b set total_emails = (select count(*) from message_mailbox where mailbox_id = b.id),
        total_threads = (select count(*) from thread_mailbox where mailbox_id = b.id) where account_id = ${accountId};
      delete from message_unindexed;
      drop function word_of; drop table word`,
    'gathering statistics': 'vacuum analyze',
  }
}
