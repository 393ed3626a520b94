-- home: installation
-- owner: assistant

-- What the administrator entered about the model server; the environment is the fallback.
create table assistant_configuration (
  only_row boolean primary key default true check (only_row),
  is_on boolean,                       -- null: on where a server is known
  kind text check (kind in ('openai', 'anthropic')),
  base_url text,
  api_key text,                        -- enc:v1
  model text,
  daily_tokens integer not null default 200000,      -- of each person
  updated_at timestamptz not null
);
