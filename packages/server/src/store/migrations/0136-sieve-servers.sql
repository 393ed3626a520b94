-- owner: accounts

-- Whether the mail server of an IMAP account takes Sieve scripts that answer (RFC 5804, RFC 5230), as last looked for.
create table sieve_server (
  account_id bigint primary key references mail_account on delete cascade,
  has_vacation boolean not null,
  checked_at timestamptz not null
);
