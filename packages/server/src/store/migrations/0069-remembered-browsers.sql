-- owner: people

-- Until when the browser of a session may come back without a password; names its remembered sign-in.
alter table web_session add column remembered_until timestamptz;

-- Remembered sign-ins that were ended one by one, kept until they would have ended anyway.
create table ended_remembering (
  user_id bigint not null references app_user (id) on delete cascade,
  ends_at timestamptz not null,
  primary key (user_id, ends_at)
);
