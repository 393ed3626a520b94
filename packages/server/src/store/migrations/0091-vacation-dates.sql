-- owner: accounts

-- The dates of a vacation response that was set while it is switched off: Exchange has dates then too, chosen or not.
create table vacation_dates (
  account_id bigint primary key references mail_account on delete cascade,
  from_at timestamptz,
  to_at timestamptz
);
