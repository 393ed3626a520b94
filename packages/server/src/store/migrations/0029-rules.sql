-- owner: mail

-- What becomes of new mail, decided beforehand. Rules are the user's, so they live in the personal account.
create table mail_rule (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,
  user_id bigint not null,             -- whose that account is
  kind text not null check (kind in ('rule', 'block')),   -- block: mail of a sender goes to Spam
  name text not null,
  is_enabled boolean not null,
  position integer not null,           -- ascending is the order in which they are asked
  account_ids bigint[],                -- the mail accounts it is about; null: all
  condition jsonb not null,            -- a filter of Email/query without mailbox ids, as a client wrote it
  actions jsonb not null,              -- RuleAction[] (mail/rules/door.ts)
  stops boolean not null,              -- later rules are not asked about what this one matched
  problem text,                        -- why it was switched off here: the folder that is gone; null: it was not
  created_state bigint not null
);
create index mail_rule_account on mail_rule (account_id, position, id);
create index mail_rule_user on mail_rule (user_id);

-- A rule carried out on mail that was here before. Kept as long as the journal, so that it can be undone.
create table mail_rule_run (
  id bigint generated always as identity primary key,
  account_id bigint not null references jmap_account (id) on delete cascade,   -- personal
  user_id bigint not null,
  rule_id bigint not null,             -- the rule may be gone by now
  name text not null,
  account_ids bigint[] not null,       -- those it goes through, in order
  condition jsonb not null,            -- as the rule had them when the run began
  actions jsonb not null,
  state text not null check (state in ('running', 'done', 'failed', 'undoing', 'undone')),
  total integer not null,              -- what matched when it began
  done integer not null default 0,
  changed integer not null default 0,
  skipped integer not null default 0,  -- when undone: what was changed again since
  at_account integer not null default 1,   -- place in account_ids
  after_message bigint not null default 0, -- what comes up to here in that account is done
  began_at timestamptz not null
);
create index mail_rule_run_rule on mail_rule_run (account_id, rule_id, id desc);

-- What a run wrote, batch by batch.
create table mail_rule_entry (
  run_id bigint not null references mail_rule_run (id) on delete cascade,
  journal_id bigint not null,          -- forgotten with the journal; then there is nothing left to undo
  primary key (run_id, journal_id)
);
