-- home: installation
-- owner: egress

-- Connections that this program opened, added up by the hour and kept for thirty days: where to, why and for whom.
create table egress_entry (
  id bigint generated always as identity primary key,
  hour timestamptz not null,
  user_id bigint references app_user (id) on delete cascade,   -- null: on behalf of the installation
  reason text not null,
  host text not null,
  sender text not null,                -- pictures: whose message they are in; else empty
  outcome text not null,
  times bigint not null,
  bytes_out bigint not null,
  bytes_in bigint not null,
  last_at timestamptz not null
);

create unique index egress_entry_sums on egress_entry (hour, user_id, reason, host, sender, outcome) nulls not distinct;

create index egress_entry_user on egress_entry (user_id, hour);

-- Processes that open connections. A row that is not written to any more is one that ended with connections unwritten.
create table egress_writer (
  id text primary key,
  written_at timestamptz not null
);

create index egress_writer_written on egress_writer (written_at);

-- Reasons that an administrator has switched off.
create table egress_switch (
  reason text primary key,
  switched_off_at timestamptz not null
);
