-- owner: accounts

-- How the newest sign-in ended that says something of this installation's registration with a provider, also one that
-- connected no mailbox.
create table sign_in_outcome (
  provider text primary key check (provider in ('provA', 'provB')),
  client_id text not null,             -- of the registration then
  redirect_uri text not null,          -- where the browser came back
  ended_at timestamptz not null,
  failure jsonb                        -- why nothing was granted; null: everything essential was
);
