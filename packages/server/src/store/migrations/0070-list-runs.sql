-- owner: mail

-- A run may also be one action on everything in a list: without a rule, over messages that are written down as it
-- begins, so that it ends, and what arrives meanwhile is none of them. A message that is done is taken off.
alter table mail_rule_run alter column rule_id drop not null;
create table mail_run_message (
  run_id bigint not null references mail_rule_run (id) on delete cascade,
  account_id bigint not null,
  message_id bigint not null references message (id) on delete cascade on update cascade,
  primary key (run_id, account_id, message_id)
);
create index mail_run_message_message on mail_run_message (message_id);
