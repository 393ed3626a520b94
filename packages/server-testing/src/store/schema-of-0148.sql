-- The schema as the last of the numbered migrations left it, by pg_dump --schema-only, and what the log of migrations says
-- there: an installation to upgrade (packages/server/src/store/upgrade-numbered.test.ts).

CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;

CREATE FUNCTION public.remove_change_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from change_log where account_id = old.id;
  delete from journal where account_id = old.id;
  return null;
end $$;

CREATE FUNCTION public.remove_outbox_of_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from outbox_op where account_id = old.id;
  return null;
end $$;

CREATE FUNCTION public.remove_outbox_of_messages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from outbox_op where message_id in (select id from gone);
  return null;
end $$;

CREATE FUNCTION public.rename_in_outbox() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update outbox_op set message_id = new.id where message_id = old.id;
  return null;
end $$;

CREATE TABLE public.account_grant (
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    provider text NOT NULL,
    tenant text NOT NULL,
    subject text NOT NULL,
    refresh_token text NOT NULL,
    access_token text NOT NULL,
    access_expires_at timestamp with time zone NOT NULL,
    scopes text[] NOT NULL,
    serial integer DEFAULT 1 NOT NULL,
    granted_at timestamp with time zone NOT NULL,
    worked_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    died_at timestamp with time zone,
    looked_at timestamp with time zone,
    failure jsonb,
    last_life_seconds bigint,
    last_was_weekly boolean DEFAULT false NOT NULL,
    CONSTRAINT account_grant_provider_check CHECK ((provider = ANY (ARRAY['provA'::text, 'provB'::text])))
);

CREATE TABLE public.address_book (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    name text NOT NULL,
    description text,
    sort_order integer DEFAULT 0 NOT NULL,
    role text,
    is_default boolean DEFAULT false NOT NULL,
    is_subscribed boolean DEFAULT true NOT NULL,
    CONSTRAINT address_book_role_check CHECK ((role = ANY (ARRAY['personal'::text, 'collected'::text])))
);

ALTER TABLE public.address_book ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.address_book_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.announcement (
    event_id bigint NOT NULL,
    account_id bigint NOT NULL,
    before jsonb,
    in_reply_to text,
    due_at timestamp with time zone NOT NULL
);

CREATE TABLE public.app_password (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    digest bytea NOT NULL,
    hint text NOT NULL,
    name text NOT NULL,
    scope text,
    account_id bigint,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT app_password_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'mail'::text, 'calendar'::text])))
);

ALTER TABLE public.app_password ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.app_password_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.app_password_use (
    app_password_id bigint NOT NULL,
    address text NOT NULL,
    client text NOT NULL,
    last_at timestamp with time zone NOT NULL
);

CREATE TABLE public.app_user (
    id bigint NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    locale text DEFAULT 'en'::text NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    totp_secret text,
    totp_confirmed_at timestamp with time zone,
    backup_codes jsonb DEFAULT '[]'::jsonb NOT NULL,
    sign_in_generation integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    unchosen text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT app_user_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text])))
);

ALTER TABLE public.app_user ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.app_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.attachment_text (
    message_id bigint NOT NULL,
    account_id bigint NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    text text
);

CREATE TABLE public.blob (
    digest bytea NOT NULL,
    pack text NOT NULL,
    pack_offset integer NOT NULL,
    pack_length integer NOT NULL,
    size integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.booking (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    booking_page_id bigint,
    page_name text NOT NULL,
    event_account_id bigint NOT NULL,
    event_id bigint,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    note text NOT NULL,
    time_zone text NOT NULL,
    language text NOT NULL,
    manage_digest text NOT NULL,
    manage_nonce bytea NOT NULL,
    revision integer DEFAULT 0 NOT NULL,
    told_revision integer DEFAULT '-1'::integer NOT NULL,
    cancelled_at timestamp with time zone,
    cancelled_by text,
    created_at timestamp with time zone NOT NULL,
    placed_at timestamp with time zone,
    placed_until timestamp with time zone,
    event_uid text,
    event_calendar_id bigint,
    gone_at timestamp with time zone,
    CONSTRAINT booking_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['booker'::text, 'owner'::text]))),
    CONSTRAINT booking_manage_digest_check CHECK ((length(manage_digest) = 64)),
    CONSTRAINT booking_placed CHECK (((placed_at IS NULL) = (placed_until IS NULL)))
);

ALTER TABLE public.booking ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.booking_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.booking_page (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    token_digest text NOT NULL,
    name text NOT NULL,
    is_enabled boolean NOT NULL,
    destination_id bigint,
    settings jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT booking_page_token_digest_check CHECK ((length(token_digest) = 64))
);

CREATE TABLE public.booking_page_calendar (
    page_id bigint NOT NULL,
    calendar_id bigint NOT NULL
);

ALTER TABLE public.booking_page ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.booking_page_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.byte_check (
    account_id bigint NOT NULL,
    checked bigint DEFAULT 0 NOT NULL,
    restored bigint DEFAULT 0 NOT NULL,
    checked_at timestamp with time zone
);

CREATE UNLOGGED TABLE public.cache_entry (
    key text NOT NULL,
    value jsonb NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.calendar (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    name text NOT NULL,
    description text,
    color text,
    sort_order integer DEFAULT 0 NOT NULL,
    is_subscribed boolean DEFAULT true NOT NULL,
    is_visible boolean DEFAULT true NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    availability text NOT NULL,
    time_zone text,
    alerts_with_time jsonb,
    alerts_without_time jsonb,
    is_read_only boolean DEFAULT false NOT NULL,
    is_provided boolean DEFAULT false NOT NULL,
    CONSTRAINT calendar_availability_check CHECK ((availability = ANY (ARRAY['all'::text, 'attending'::text, 'none'::text])))
);

CREATE TABLE public.calendar_event (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    calendar_id bigint NOT NULL,
    uid text NOT NULL,
    recurrence_id text DEFAULT ''::text NOT NULL,
    event jsonb NOT NULL,
    source text NOT NULL,
    title text NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    zone text,
    is_all_day boolean NOT NULL,
    is_recurring boolean NOT NULL,
    status text NOT NULL,
    privacy text NOT NULL,
    free_busy text NOT NULL,
    sequence integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    next_alarm_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone,
    alarms_since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    words text DEFAULT ''::text NOT NULL,
    CONSTRAINT calendar_event_free_busy_check CHECK ((free_busy = ANY (ARRAY['busy'::text, 'free'::text]))),
    CONSTRAINT calendar_event_privacy_check CHECK ((privacy = ANY (ARRAY['public'::text, 'private'::text, 'secret'::text]))),
    CONSTRAINT calendar_event_source_check CHECK ((source = ANY (ARRAY['user'::text, 'provider'::text, 'mail'::text, 'feed'::text, 'booking'::text]))),
    CONSTRAINT calendar_event_status_check CHECK ((status = ANY (ARRAY['confirmed'::text, 'tentative'::text, 'cancelled'::text])))
);

ALTER TABLE public.calendar_event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.calendar_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.calendar_file (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    zones text NOT NULL
);

ALTER TABLE public.calendar_file ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.calendar_file_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.calendar ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.calendar_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.calendar_link (
    calendar_id bigint NOT NULL,
    source_id bigint NOT NULL,
    account_id bigint NOT NULL,
    remote_id text NOT NULL,
    told jsonb NOT NULL,
    may_write boolean NOT NULL,
    may_watch boolean NOT NULL,
    cursor text,
    reading bigint DEFAULT 0 NOT NULL,
    read_anew_at timestamp with time zone,
    shrunken_at timestamp with time zone,
    missing_since timestamp with time zone,
    pulled_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    trouble text,
    unwatchable boolean DEFAULT false NOT NULL,
    assigned_color text
);

CREATE TABLE public.calendar_look (
    source_id bigint NOT NULL,
    looked_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone
);

CREATE TABLE public.calendar_object (
    event_id bigint NOT NULL,
    account_id bigint NOT NULL,
    file_id bigint NOT NULL,
    text text NOT NULL,
    gone_at timestamp with time zone
);

CREATE TABLE public.calendar_source (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    account_id bigint NOT NULL,
    kind text NOT NULL,
    name text,
    address text,
    username text,
    secret text,
    condition text DEFAULT 'new'::text NOT NULL,
    said text,
    condition_since timestamp with time zone NOT NULL,
    last_synced_at timestamp with time zone,
    asked_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT calendar_source_check CHECK (((kind <> 'caldav'::text) OR ((name IS NOT NULL) AND (address IS NOT NULL) AND (username IS NOT NULL) AND (secret IS NOT NULL)))),
    CONSTRAINT calendar_source_check1 CHECK (((kind <> 'feed'::text) OR ((name IS NOT NULL) AND (address IS NOT NULL)))),
    CONSTRAINT calendar_source_kind_check CHECK ((kind = ANY (ARRAY['provA'::text, 'provB'::text, 'caldav'::text, 'feed'::text])))
);

ALTER TABLE public.calendar_source ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.calendar_source_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.calendar_watch (
    id bigint NOT NULL,
    calendar_id bigint NOT NULL,
    provider text NOT NULL,
    remote_id text NOT NULL,
    resource_id text,
    secret bytea NOT NULL,
    address text NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    announced_at timestamp with time zone,
    CONSTRAINT calendar_watch_provider_check CHECK ((provider = ANY (ARRAY['provA'::text, 'provB'::text])))
);

ALTER TABLE public.calendar_watch ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.calendar_watch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.called_off_meeting (
    user_id bigint NOT NULL,
    uid text NOT NULL,
    recurrence_id text DEFAULT ''::text NOT NULL,
    is_proven boolean NOT NULL,
    sequence integer NOT NULL,
    stamped_at timestamp with time zone
);

CREATE TABLE public.change_log (
    account_id bigint NOT NULL,
    object_type text NOT NULL,
    state bigint NOT NULL,
    object_id bigint NOT NULL,
    change text NOT NULL,
    properties text[],
    CONSTRAINT change_log_change_check CHECK ((change = ANY (ARRAY['created'::text, 'updated'::text, 'destroyed'::text])))
);

CREATE TABLE public.contact_card (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    book_id bigint NOT NULL,
    uid text NOT NULL,
    kind text NOT NULL,
    card jsonb NOT NULL,
    given text NOT NULL,
    surname text NOT NULL,
    surname2 text NOT NULL,
    full_name text NOT NULL,
    texts jsonb NOT NULL,
    addresses text[] NOT NULL,
    rank double precision DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE public.contact_card ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.contact_card_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.contact_cursor (
    mail_account_id bigint NOT NULL,
    message_id bigint NOT NULL,
    settled_at timestamp with time zone NOT NULL
);

CREATE TABLE public.contact_term (
    account_id bigint NOT NULL,
    term text NOT NULL COLLATE pg_catalog."C",
    card_id bigint NOT NULL,
    rank double precision NOT NULL
);

CREATE TABLE public.contact_written (
    account_id bigint NOT NULL,
    address text NOT NULL,
    times integer NOT NULL,
    last_at timestamp with time zone NOT NULL,
    rank double precision NOT NULL
);

CREATE TABLE public.damaged_blob (
    digest bytea NOT NULL,
    found_at timestamp with time zone NOT NULL
);

CREATE TABLE public.damaged_message (
    message_id bigint NOT NULL,
    account_id bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    given_up_at timestamp with time zone,
    reason text
);

CREATE TABLE public.ended_remembering (
    user_id bigint NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE public.event_conflict (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    calendar_id bigint NOT NULL,
    event_id bigint NOT NULL,
    kind text NOT NULL,
    fields text[] NOT NULL,
    lost jsonb,
    said text,
    at timestamp with time zone NOT NULL,
    CONSTRAINT event_conflict_kind_check CHECK ((kind = ANY (ARRAY['changed-both'::text, 'removed-there'::text, 'changed-there'::text, 'refused'::text])))
);

ALTER TABLE public.event_conflict ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.event_conflict_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.event_notification (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    event_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    type text NOT NULL,
    via text NOT NULL,
    name text NOT NULL,
    email text,
    comment text,
    event jsonb NOT NULL,
    patch jsonb,
    journal_id bigint,
    CONSTRAINT event_notification_type_check CHECK ((type = ANY (ARRAY['created'::text, 'updated'::text, 'destroyed'::text]))),
    CONSTRAINT event_notification_via_check CHECK ((via = ANY (ARRAY['provider'::text, 'booking'::text, 'mail'::text])))
);

ALTER TABLE public.event_notification ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.event_notification_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.event_outbox (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    calendar_id bigint NOT NULL,
    kind text NOT NULL,
    event_id bigint NOT NULL,
    remote_event_id bigint,
    key text NOT NULL,
    notify boolean NOT NULL,
    answer jsonb,
    revision integer DEFAULT 1 NOT NULL,
    tried jsonb,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    said text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT event_outbox_kind_check CHECK ((kind = ANY (ARRAY['put'::text, 'remove'::text])))
);

ALTER TABLE public.event_outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.event_outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.familiar_address (
    user_id bigint NOT NULL,
    digest bytea NOT NULL,
    last_at timestamp with time zone NOT NULL
);

CREATE TABLE public.folder_trouble (
    account_id bigint NOT NULL,
    mailbox_id bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    attempts integer NOT NULL,
    reason text NOT NULL
);

CREATE TABLE public.follow_up (
    message_id bigint NOT NULL,
    account_id bigint NOT NULL,
    remind_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone
);

CREATE TABLE public.identity (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    reply_to jsonb,
    bcc jsonb,
    text_signature text DEFAULT ''::text NOT NULL,
    html_signature text DEFAULT ''::text NOT NULL,
    may_delete boolean NOT NULL,
    created_state bigint NOT NULL
);

ALTER TABLE public.identity ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.identity_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.jmap_account (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind text NOT NULL,
    state bigint DEFAULT 0 NOT NULL,
    oldest_state bigint DEFAULT 0 NOT NULL,
    CONSTRAINT jmap_account_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'personal'::text])))
)
WITH (fillfactor='50');

ALTER TABLE public.jmap_account ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.jmap_account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.job (
    id bigint NOT NULL,
    kind text NOT NULL,
    lane text NOT NULL,
    payload json NOT NULL,
    queue text,
    key text,
    run_at timestamp with time zone NOT NULL,
    is_postponed boolean DEFAULT false NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    max_attempts integer NOT NULL,
    crashes integer DEFAULT 0 NOT NULL,
    last_error text,
    taken_by text,
    taken_at timestamp with time zone,
    turn integer DEFAULT 0 NOT NULL,
    updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02');

ALTER TABLE public.job ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.job_schedule (
    name text NOT NULL,
    last_at timestamp with time zone NOT NULL
);

CREATE TABLE public.journal (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    state bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor text NOT NULL,
    actor_user_id bigint,
    verb text NOT NULL,
    undo_of bigint,
    undone_by bigint,
    undoable_until timestamp with time zone,
    items json DEFAULT '[]'::json NOT NULL,
    CONSTRAINT journal_actor_check CHECK ((actor = ANY (ARRAY['user'::text, 'provider'::text, 'rule'::text, 'booking'::text, 'mail'::text, 'system'::text])))
);

ALTER TABLE public.journal ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.journal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.label (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    parent_id bigint,
    name text NOT NULL,
    role text,
    color text,
    sort_order integer DEFAULT 0 NOT NULL
);

ALTER TABLE public.label ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.label_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.mail_account (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    provider text NOT NULL,
    address text NOT NULL,
    name text NOT NULL,
    settings jsonb NOT NULL,
    secret text,
    sort_order integer DEFAULT 0 NOT NULL,
    condition text DEFAULT 'new'::text NOT NULL,
    condition_detail text,
    condition_since timestamp with time zone NOT NULL,
    last_synced_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT mail_account_provider_check CHECK ((provider = ANY (ARRAY['imap'::text, 'provA'::text, 'provB'::text])))
);

CREATE TABLE public.mail_correspondent (
    user_id bigint NOT NULL,
    address text NOT NULL,
    account_id bigint NOT NULL
);

CREATE TABLE public.mail_delay (
    account_id bigint NOT NULL,
    counted_from timestamp with time zone NOT NULL,
    recent integer[] NOT NULL
);

CREATE TABLE public.mail_operation (
    account_id bigint NOT NULL,
    operation text NOT NULL,
    at timestamp with time zone NOT NULL,
    done bigint[] NOT NULL,
    refused jsonb NOT NULL,
    journal_id bigint
);

CREATE TABLE public.mail_rule (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    is_enabled boolean NOT NULL,
    "position" integer NOT NULL,
    account_ids bigint[],
    condition jsonb NOT NULL,
    actions jsonb NOT NULL,
    stops boolean NOT NULL,
    problem text,
    created_state bigint NOT NULL,
    CONSTRAINT mail_rule_kind_check CHECK ((kind = ANY (ARRAY['rule'::text, 'block'::text])))
);

CREATE TABLE public.mail_rule_entry (
    run_id bigint NOT NULL,
    journal_id bigint NOT NULL
);

ALTER TABLE public.mail_rule ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mail_rule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.mail_rule_run (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    rule_id bigint,
    name text NOT NULL,
    account_ids bigint[] NOT NULL,
    condition jsonb NOT NULL,
    actions jsonb NOT NULL,
    state text NOT NULL,
    total integer NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    changed integer DEFAULT 0 NOT NULL,
    skipped integer DEFAULT 0 NOT NULL,
    at_account integer DEFAULT 1 NOT NULL,
    after_message bigint DEFAULT 0 NOT NULL,
    began_at timestamp with time zone NOT NULL,
    CONSTRAINT mail_rule_run_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'undoing'::text, 'undone'::text])))
);

ALTER TABLE public.mail_rule_run ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mail_rule_run_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.mail_run_message (
    run_id bigint NOT NULL,
    account_id bigint NOT NULL,
    message_id bigint NOT NULL
);

CREATE TABLE public.mail_template (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    name text NOT NULL,
    subject text NOT NULL,
    html text NOT NULL,
    sort_order integer NOT NULL
);

ALTER TABLE public.mail_template ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mail_template_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.mail_watch (
    account_id bigint NOT NULL,
    provider text NOT NULL,
    mailbox text NOT NULL,
    is_wanted boolean NOT NULL,
    remote_id text,
    address text,
    client_state bytea,
    registered_at timestamp with time zone,
    expires_at timestamp with time zone,
    announced_at timestamp with time zone,
    unannounced_at timestamp with time zone,
    trouble text,
    CONSTRAINT mail_watch_provider_check CHECK ((provider = ANY (ARRAY['provA'::text, 'provB'::text])))
);

CREATE TABLE public.mailbox (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    label_id bigint NOT NULL,
    parent_id bigint,
    remote_id text,
    name text NOT NULL,
    role text,
    sort_order integer DEFAULT 0 NOT NULL,
    is_selectable boolean DEFAULT true NOT NULL,
    is_subscribed boolean DEFAULT true NOT NULL,
    has_own_role boolean DEFAULT false NOT NULL,
    is_leaving boolean DEFAULT false NOT NULL,
    total_emails integer DEFAULT 0 NOT NULL,
    unread_emails integer DEFAULT 0 NOT NULL,
    total_threads integer DEFAULT 0 NOT NULL,
    unread_threads integer DEFAULT 0 NOT NULL,
    created_state bigint NOT NULL,
    hue smallint,
    CONSTRAINT mailbox_hue_check CHECK (((hue >= 0) AND (hue <= 11)))
)
WITH (fillfactor='70');

ALTER TABLE public.mailbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mailbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.message (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    thread_id bigint NOT NULL,
    blob_digest bytea NOT NULL,
    size integer NOT NULL,
    received_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    message_id_ref bytea,
    direction text NOT NULL,
    keywords text[] NOT NULL,
    has_attachment boolean NOT NULL,
    subject text NOT NULL,
    unreadable text,
    created_state bigint NOT NULL,
    removed_at timestamp with time zone,
    is_seen boolean GENERATED ALWAYS AS (('$seen'::text = ANY (keywords))) STORED NOT NULL,
    is_flagged boolean GENERATED ALWAYS AS (('$flagged'::text = ANY (keywords))) STORED NOT NULL,
    category text,
    chosen_category text,
    chosen_at timestamp with time zone,
    CONSTRAINT message_category_check CHECK ((category = ANY (ARRAY['primary'::text, 'social'::text, 'promotions'::text, 'updates'::text, 'forums'::text]))),
    CONSTRAINT message_chosen_category_check CHECK ((chosen_category = ANY (ARRAY['primary'::text, 'social'::text, 'promotions'::text, 'updates'::text, 'forums'::text]))),
    CONSTRAINT message_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'draft'::text])))
)
WITH (fillfactor='85');

CREATE TABLE public.message_body (
    message_id bigint NOT NULL,
    summary json NOT NULL,
    structure json NOT NULL,
    category_reason json
);

CREATE TABLE public.message_former_id (
    former_id bigint NOT NULL,
    message_id bigint NOT NULL
);

ALTER TABLE public.message ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.message_mailbox (
    message_id bigint NOT NULL,
    mailbox_id bigint NOT NULL,
    received_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.message_mailbox ALTER COLUMN mailbox_id SET (n_distinct=5);

CREATE TABLE public.message_search (
    message_id bigint NOT NULL,
    words tsvector NOT NULL,
    from_key text NOT NULL,
    to_key text NOT NULL,
    subject_key text NOT NULL,
    headers text NOT NULL,
    subject_words tsvector DEFAULT ''::tsvector NOT NULL,
    is_placed boolean DEFAULT true NOT NULL
)
WITH (toast_tuple_target='256');
ALTER TABLE ONLY public.message_search ALTER COLUMN words SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.message_search ALTER COLUMN subject_words SET STORAGE MAIN;

CREATE TABLE public.message_unindexed (
    message_id bigint NOT NULL,
    account_id bigint NOT NULL
);

CREATE TABLE public.message_unparted (
    message_id bigint NOT NULL,
    account_id bigint NOT NULL
);

CREATE TABLE public.mirror_check (
    account_id bigint NOT NULL,
    here integer NOT NULL,
    there integer NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    sampled_at timestamp with time zone,
    swept_at timestamp with time zone,
    mended integer DEFAULT 0 NOT NULL,
    mended_at timestamp with time zone,
    accepted integer DEFAULT 0 NOT NULL,
    waiting integer DEFAULT 0 NOT NULL,
    is_asked boolean DEFAULT false NOT NULL
);

CREATE TABLE public.mirror_scope (
    account_id bigint NOT NULL,
    mailbox_id bigint,
    here integer NOT NULL,
    there integer NOT NULL,
    accepted integer DEFAULT 0 NOT NULL,
    is_accepting boolean NOT NULL,
    listed_at timestamp with time zone NOT NULL,
    swept_at timestamp with time zone,
    vain integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.oauth_state (
    digest bytea NOT NULL,
    session bytea NOT NULL,
    user_id bigint NOT NULL,
    provider text NOT NULL,
    account_id bigint,
    redirect_uri text NOT NULL,
    nonce text NOT NULL,
    verifier text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT oauth_state_provider_check CHECK ((provider = ANY (ARRAY['provA'::text, 'provB'::text])))
);

CREATE TABLE public.outbox_op (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    message_id bigint,
    mailbox_id bigint,
    field text NOT NULL,
    base jsonb NOT NULL,
    desired jsonb NOT NULL,
    journal_id bigint,
    state text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    tried bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    due_at timestamp with time zone NOT NULL,
    last_error text,
    created_at timestamp with time zone NOT NULL,
    refused_at timestamp with time zone,
    CONSTRAINT outbox_op_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'refused'::text])))
);

ALTER TABLE public.outbox_op ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_op_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.preferences (
    account_id bigint NOT NULL,
    chosen jsonb NOT NULL
);

CREATE UNLOGGED TABLE public.provider_budget (
    account_id bigint NOT NULL,
    spent_until timestamp with time zone NOT NULL
);

CREATE TABLE public.provider_configuration (
    provider text NOT NULL,
    client_id text,
    client_secret text,
    tenant text,
    topic text,
    push_token text,
    updated_at timestamp with time zone NOT NULL,
    secret_expires_on date,
    push_service_account text,
    push_audience text,
    cloud text,
    CONSTRAINT provider_configuration_provider_check CHECK ((provider = ANY (ARRAY['provA'::text, 'provB'::text])))
);

CREATE TABLE public.push_subscription (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    session_digest bytea,
    app_password_id bigint,
    device_client_id text NOT NULL,
    url text NOT NULL,
    p256dh bytea,
    auth bytea,
    types text[],
    application_server_key text NOT NULL,
    verification_code text NOT NULL,
    verified_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    told jsonb NOT NULL,
    sent_at timestamp with time zone,
    failing_since timestamp with time zone,
    CONSTRAINT push_subscription_check CHECK (((session_digest IS NULL) <> (app_password_id IS NULL))),
    CONSTRAINT push_subscription_check1 CHECK (((p256dh IS NULL) = (auth IS NULL)))
);

ALTER TABLE public.push_subscription ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.push_subscription_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.quota (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    resource text NOT NULL,
    used bigint NOT NULL,
    hard_limit bigint NOT NULL,
    CONSTRAINT quota_resource_check CHECK ((resource = ANY (ARRAY['storage'::text, 'messages'::text])))
);

ALTER TABLE public.quota ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.quota_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reminder (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    event_id bigint NOT NULL,
    uid text NOT NULL,
    alert text NOT NULL,
    recurrence_id text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    rings_at timestamp with time zone NOT NULL,
    action text NOT NULL,
    state text NOT NULL,
    snoozed_until timestamp with time zone,
    CONSTRAINT reminder_action_check CHECK ((action = ANY (ARRAY['display'::text, 'email'::text]))),
    CONSTRAINT reminder_state_check CHECK ((state = ANY (ARRAY['ringing'::text, 'snoozed'::text, 'acknowledged'::text, 'missed'::text, 'mailed'::text])))
);

ALTER TABLE public.reminder ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reminder_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.remote_event (
    id bigint NOT NULL,
    calendar_id bigint NOT NULL,
    remote_id text NOT NULL,
    series_id text,
    recurrence_id text,
    event_id bigint,
    version text NOT NULL,
    told jsonb NOT NULL,
    raw text NOT NULL,
    kept jsonb,
    reading bigint NOT NULL,
    problem text,
    unheard_since timestamp with time zone
);

ALTER TABLE public.remote_event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.remote_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.remote_message (
    account_id bigint NOT NULL,
    remote_id text NOT NULL,
    message_id bigint NOT NULL,
    mailbox_id bigint NOT NULL,
    uid bigint,
    keywords text[] NOT NULL,
    missing_since timestamp with time zone,
    present_at timestamp with time zone
)
WITH (fillfactor='85');

CREATE TABLE public.saved_search (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    sort_order integer NOT NULL
);

ALTER TABLE public.saved_search ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.saved_search_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.scheduling_mail (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    sender text NOT NULL,
    recipients jsonb NOT NULL,
    method text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    calendar text NOT NULL,
    in_reply_to text,
    created_at timestamp with time zone NOT NULL,
    reminder_id bigint,
    useful_until timestamp with time zone,
    CONSTRAINT scheduling_mail_check CHECK (((reminder_id IS NULL) = (useful_until IS NULL))),
    CONSTRAINT scheduling_mail_method_check CHECK ((method = ANY (ARRAY['REQUEST'::text, 'CANCEL'::text, 'REPLY'::text, 'COUNTER'::text, 'REMINDER'::text])))
);

ALTER TABLE public.scheduling_mail ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.scheduling_mail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.scheduling_revision (
    user_id bigint NOT NULL,
    uid text NOT NULL,
    recurrence_id text DEFAULT ''::text NOT NULL,
    party text DEFAULT ''::text NOT NULL,
    sequence integer NOT NULL,
    stamped_at timestamp with time zone
);

CREATE TABLE public.search_word (
    account_id bigint NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    keys text[] NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.share_link (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    token_digest text NOT NULL,
    uid_secret bytea NOT NULL,
    name text NOT NULL,
    details text[] NOT NULL,
    window_kind text NOT NULL,
    rolling_days integer NOT NULL,
    starts_on date,
    ends_on date,
    revoked_at timestamp with time zone,
    viewed_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    expires_on date,
    CONSTRAINT share_link_token_digest_check CHECK ((length(token_digest) = 64)),
    CONSTRAINT share_link_window_kind_check CHECK ((window_kind = ANY (ARRAY['rolling'::text, 'fixed'::text])))
);

CREATE TABLE public.share_link_calendar (
    link_id bigint NOT NULL,
    calendar_id bigint NOT NULL
);

ALTER TABLE public.share_link ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.share_link_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sieve_server (
    account_id bigint NOT NULL,
    has_vacation boolean NOT NULL,
    checked_at timestamp with time zone NOT NULL
);

CREATE TABLE public.sign_in_outcome (
    provider text NOT NULL,
    client_id text NOT NULL,
    redirect_uri text NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    failure jsonb,
    CONSTRAINT sign_in_outcome_provider_check CHECK ((provider = ANY (ARRAY['provA'::text, 'provB'::text])))
);

CREATE TABLE public.snooze (
    message_id bigint NOT NULL,
    account_id bigint NOT NULL,
    until timestamp with time zone NOT NULL,
    was_in bigint[] NOT NULL,
    woken_at timestamp with time zone,
    woken_by text,
    CONSTRAINT snooze_woken_by_check CHECK ((woken_by = ANY (ARRAY['time'::text, 'answer'::text])))
);

CREATE TABLE public.state_mark (
    account_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    state bigint NOT NULL
);

CREATE TABLE public.submission (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    identity_id bigint NOT NULL,
    email_id bigint NOT NULL,
    message_id bigint,
    thread_id bigint NOT NULL,
    blob_digest bytea,
    subject text NOT NULL,
    message_id_header text NOT NULL,
    message_id_ref bytea NOT NULL,
    added_fields jsonb NOT NULL,
    envelope jsonb NOT NULL,
    recipients jsonb NOT NULL,
    send_at timestamp with time zone NOT NULL,
    undo_status text NOT NULL,
    state text NOT NULL,
    due_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    handed jsonb,
    handed_at timestamp with time zone,
    last_error text,
    dsn_blobs bytea[] DEFAULT '{}'::bytea[] NOT NULL,
    mdn_blobs bytea[] DEFAULT '{}'::bytea[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_state bigint NOT NULL,
    settled_at timestamp with time zone,
    destroyed_at timestamp with time zone,
    is_receipt boolean DEFAULT false NOT NULL,
    is_taken boolean DEFAULT false NOT NULL,
    copy_seen_at timestamp with time zone,
    operation text,
    CONSTRAINT submission_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'handed-over'::text, 'unknown'::text, 'accepted'::text, 'failed'::text, 'canceled'::text]))),
    CONSTRAINT submission_undo_status_check CHECK ((undo_status = ANY (ARRAY['pending'::text, 'final'::text, 'canceled'::text])))
)
WITH (fillfactor='70');

ALTER TABLE public.submission ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.submission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sync_cursor (
    account_id bigint NOT NULL,
    mailbox_id bigint,
    "position" jsonb NOT NULL,
    remote_total integer,
    looked_at timestamp with time zone NOT NULL
);

CREATE TABLE public.sync_item (
    account_id bigint NOT NULL,
    remote_id text NOT NULL,
    mailbox_id bigint,
    uid bigint,
    rank bigint NOT NULL,
    listed_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    last_error text
);

CREATE TABLE public.thread (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    base_subject text NOT NULL,
    newest_at timestamp with time zone NOT NULL,
    message_count integer DEFAULT 0 NOT NULL,
    awaits_parent boolean NOT NULL
)
WITH (fillfactor='85');

ALTER TABLE public.thread ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.thread_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.thread_mailbox (
    mailbox_id bigint NOT NULL,
    thread_id bigint NOT NULL,
    newest_at timestamp with time zone NOT NULL,
    newest_message_id bigint NOT NULL,
    total integer NOT NULL,
    unread integer NOT NULL,
    thread_unread boolean NOT NULL,
    category text DEFAULT 'primary'::text NOT NULL,
    CONSTRAINT thread_mailbox_category_check CHECK ((category = ANY (ARRAY['primary'::text, 'social'::text, 'promotions'::text, 'updates'::text, 'forums'::text])))
)
WITH (fillfactor='85');
ALTER TABLE ONLY public.thread_mailbox ALTER COLUMN mailbox_id SET (n_distinct=5);

CREATE TABLE public.thread_ref (
    account_id bigint NOT NULL,
    ref bytea NOT NULL,
    thread_id bigint NOT NULL
);

CREATE TABLE public.trusted_sender (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    address text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_state bigint NOT NULL
);

ALTER TABLE public.trusted_sender ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.trusted_sender_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.unfetched_message (
    account_id bigint NOT NULL,
    remote_id text NOT NULL,
    mailbox_id bigint,
    uid bigint,
    is_rebuilt boolean NOT NULL,
    reason text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    tried_at timestamp with time zone NOT NULL,
    next_at timestamp with time zone NOT NULL
);

CREATE TABLE public.upload (
    account_id bigint NOT NULL,
    digest bytea NOT NULL,
    user_id bigint NOT NULL,
    size integer NOT NULL,
    uploaded_at timestamp with time zone NOT NULL
);

CREATE TABLE public.vacation_dates (
    account_id bigint NOT NULL,
    from_at timestamp with time zone,
    to_at timestamp with time zone
);

CREATE TABLE public.web_session (
    digest bytea NOT NULL,
    user_id bigint NOT NULL,
    form_key bytea NOT NULL,
    label text NOT NULL,
    address text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    remembered_until timestamp with time zone
);

CREATE TABLE public.webhook_refusal (
    endpoint text NOT NULL,
    source text NOT NULL,
    reason text NOT NULL,
    account_id bigint,
    times bigint NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    logged_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.account_grant
    ADD CONSTRAINT account_grant_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.address_book
    ADD CONSTRAINT address_book_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.announcement
    ADD CONSTRAINT announcement_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.app_password
    ADD CONSTRAINT app_password_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.app_password
    ADD CONSTRAINT app_password_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.app_password_use
    ADD CONSTRAINT app_password_use_pkey PRIMARY KEY (app_password_id, address, client);

ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.attachment_text
    ADD CONSTRAINT attachment_text_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.blob
    ADD CONSTRAINT blob_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.booking
    ADD CONSTRAINT booking_manage_digest_key UNIQUE (manage_digest);

ALTER TABLE ONLY public.booking
    ADD CONSTRAINT booking_of_owner EXCLUDE USING gist (user_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (((cancelled_at IS NULL) AND (event_id IS NOT NULL)));

ALTER TABLE ONLY public.booking_page_calendar
    ADD CONSTRAINT booking_page_calendar_pkey PRIMARY KEY (page_id, calendar_id);

ALTER TABLE ONLY public.booking_page
    ADD CONSTRAINT booking_page_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.booking_page
    ADD CONSTRAINT booking_page_token_digest_key UNIQUE (token_digest);

ALTER TABLE ONLY public.booking
    ADD CONSTRAINT booking_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.byte_check
    ADD CONSTRAINT byte_check_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.cache_entry
    ADD CONSTRAINT cache_entry_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.calendar_event
    ADD CONSTRAINT calendar_event_calendar_id_uid_recurrence_id_key UNIQUE (calendar_id, uid, recurrence_id);

ALTER TABLE ONLY public.calendar_event
    ADD CONSTRAINT calendar_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calendar_file
    ADD CONSTRAINT calendar_file_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calendar_link
    ADD CONSTRAINT calendar_link_pkey PRIMARY KEY (calendar_id);

ALTER TABLE ONLY public.calendar_link
    ADD CONSTRAINT calendar_link_source_id_remote_id_key UNIQUE (source_id, remote_id);

ALTER TABLE ONLY public.calendar_look
    ADD CONSTRAINT calendar_look_pkey PRIMARY KEY (source_id);

ALTER TABLE ONLY public.calendar_object
    ADD CONSTRAINT calendar_object_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY public.calendar
    ADD CONSTRAINT calendar_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calendar_source
    ADD CONSTRAINT calendar_source_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calendar_watch
    ADD CONSTRAINT calendar_watch_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calendar_watch
    ADD CONSTRAINT calendar_watch_remote_id_key UNIQUE (remote_id);

ALTER TABLE ONLY public.called_off_meeting
    ADD CONSTRAINT called_off_meeting_pkey PRIMARY KEY (user_id, uid, recurrence_id, is_proven);

ALTER TABLE ONLY public.change_log
    ADD CONSTRAINT change_log_pkey PRIMARY KEY (account_id, object_type, state, object_id);

ALTER TABLE ONLY public.contact_card
    ADD CONSTRAINT contact_card_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.contact_cursor
    ADD CONSTRAINT contact_cursor_pkey PRIMARY KEY (mail_account_id);

ALTER TABLE ONLY public.contact_term
    ADD CONSTRAINT contact_term_pkey PRIMARY KEY (account_id, term, card_id) INCLUDE (rank);

ALTER TABLE ONLY public.contact_written
    ADD CONSTRAINT contact_written_pkey PRIMARY KEY (account_id, address);

ALTER TABLE ONLY public.damaged_blob
    ADD CONSTRAINT damaged_blob_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.damaged_message
    ADD CONSTRAINT damaged_message_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.ended_remembering
    ADD CONSTRAINT ended_remembering_pkey PRIMARY KEY (user_id, ends_at);

ALTER TABLE ONLY public.event_conflict
    ADD CONSTRAINT event_conflict_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_notification
    ADD CONSTRAINT event_notification_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_outbox
    ADD CONSTRAINT event_outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.familiar_address
    ADD CONSTRAINT familiar_address_pkey PRIMARY KEY (user_id, digest);

ALTER TABLE ONLY public.folder_trouble
    ADD CONSTRAINT folder_trouble_pkey PRIMARY KEY (account_id, mailbox_id);

ALTER TABLE ONLY public.follow_up
    ADD CONSTRAINT follow_up_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.jmap_account
    ADD CONSTRAINT jmap_account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.job_schedule
    ADD CONSTRAINT job_schedule_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.label
    ADD CONSTRAINT label_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mail_account
    ADD CONSTRAINT mail_account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mail_correspondent
    ADD CONSTRAINT mail_correspondent_pkey PRIMARY KEY (user_id, address, account_id);

ALTER TABLE ONLY public.mail_delay
    ADD CONSTRAINT mail_delay_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.mail_operation
    ADD CONSTRAINT mail_operation_pkey PRIMARY KEY (account_id, operation);

ALTER TABLE ONLY public.mail_rule_entry
    ADD CONSTRAINT mail_rule_entry_pkey PRIMARY KEY (run_id, journal_id);

ALTER TABLE ONLY public.mail_rule
    ADD CONSTRAINT mail_rule_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mail_rule_run
    ADD CONSTRAINT mail_rule_run_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mail_run_message
    ADD CONSTRAINT mail_run_message_pkey PRIMARY KEY (run_id, account_id, message_id);

ALTER TABLE ONLY public.mail_template
    ADD CONSTRAINT mail_template_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mail_watch
    ADD CONSTRAINT mail_watch_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.mailbox
    ADD CONSTRAINT mailbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message_body
    ADD CONSTRAINT message_body_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.message_former_id
    ADD CONSTRAINT message_former_id_pkey PRIMARY KEY (former_id);

ALTER TABLE ONLY public.message_mailbox
    ADD CONSTRAINT message_mailbox_pkey PRIMARY KEY (message_id, mailbox_id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message_search
    ADD CONSTRAINT message_search_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.message_unindexed
    ADD CONSTRAINT message_unindexed_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.message_unparted
    ADD CONSTRAINT message_unparted_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.mirror_check
    ADD CONSTRAINT mirror_check_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.mirror_scope
    ADD CONSTRAINT mirror_scope_account_id_mailbox_id_key UNIQUE NULLS NOT DISTINCT (account_id, mailbox_id);

ALTER TABLE ONLY public.oauth_state
    ADD CONSTRAINT oauth_state_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.outbox_op
    ADD CONSTRAINT outbox_op_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.provider_budget
    ADD CONSTRAINT provider_budget_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.provider_configuration
    ADD CONSTRAINT provider_configuration_pkey PRIMARY KEY (provider);

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.quota
    ADD CONSTRAINT quota_account_id_resource_key UNIQUE (account_id, resource);

ALTER TABLE ONLY public.quota
    ADD CONSTRAINT quota_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reminder
    ADD CONSTRAINT reminder_event_id_alert_recurrence_id_rings_at_key UNIQUE (event_id, alert, recurrence_id, rings_at);

ALTER TABLE ONLY public.reminder
    ADD CONSTRAINT reminder_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.remote_event
    ADD CONSTRAINT remote_event_calendar_id_remote_id_key UNIQUE (calendar_id, remote_id);

ALTER TABLE ONLY public.remote_event
    ADD CONSTRAINT remote_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.remote_message
    ADD CONSTRAINT remote_message_pkey PRIMARY KEY (account_id, remote_id);

ALTER TABLE ONLY public.saved_search
    ADD CONSTRAINT saved_search_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.scheduling_mail
    ADD CONSTRAINT scheduling_mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.scheduling_revision
    ADD CONSTRAINT scheduling_revision_pkey PRIMARY KEY (user_id, uid, recurrence_id, party);

ALTER TABLE ONLY public.search_word
    ADD CONSTRAINT search_word_pkey PRIMARY KEY (account_id, word);

ALTER TABLE ONLY public.share_link_calendar
    ADD CONSTRAINT share_link_calendar_pkey PRIMARY KEY (link_id, calendar_id);

ALTER TABLE ONLY public.share_link
    ADD CONSTRAINT share_link_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.share_link
    ADD CONSTRAINT share_link_token_digest_key UNIQUE (token_digest);

ALTER TABLE ONLY public.sieve_server
    ADD CONSTRAINT sieve_server_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.sign_in_outcome
    ADD CONSTRAINT sign_in_outcome_pkey PRIMARY KEY (provider);

ALTER TABLE ONLY public.snooze
    ADD CONSTRAINT snooze_pkey PRIMARY KEY (message_id);

ALTER TABLE ONLY public.state_mark
    ADD CONSTRAINT state_mark_pkey PRIMARY KEY (account_id, at);

ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sync_cursor
    ADD CONSTRAINT sync_cursor_account_id_mailbox_id_key UNIQUE NULLS NOT DISTINCT (account_id, mailbox_id);

ALTER TABLE ONLY public.sync_item
    ADD CONSTRAINT sync_item_pkey PRIMARY KEY (account_id, remote_id);

ALTER TABLE ONLY public.thread_mailbox
    ADD CONSTRAINT thread_mailbox_pkey PRIMARY KEY (mailbox_id, thread_id);

ALTER TABLE ONLY public.thread
    ADD CONSTRAINT thread_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.thread_ref
    ADD CONSTRAINT thread_ref_pkey PRIMARY KEY (account_id, ref);

ALTER TABLE ONLY public.trusted_sender
    ADD CONSTRAINT trusted_sender_account_id_address_key UNIQUE (account_id, address);

ALTER TABLE ONLY public.trusted_sender
    ADD CONSTRAINT trusted_sender_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.unfetched_message
    ADD CONSTRAINT unfetched_message_pkey PRIMARY KEY (account_id, remote_id);

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_pkey PRIMARY KEY (account_id, digest);

ALTER TABLE ONLY public.vacation_dates
    ADD CONSTRAINT vacation_dates_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.web_session
    ADD CONSTRAINT web_session_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.webhook_refusal
    ADD CONSTRAINT webhook_refusal_endpoint_source_reason_account_id_key UNIQUE NULLS NOT DISTINCT (endpoint, source, reason, account_id);

CREATE UNIQUE INDEX account_grant_mailbox ON public.account_grant USING btree (user_id, provider, tenant, subject);

CREATE INDEX account_grant_subject ON public.account_grant USING btree (provider, tenant, subject);

CREATE INDEX address_book_account ON public.address_book USING btree (account_id);

CREATE UNIQUE INDEX address_book_default ON public.address_book USING btree (account_id) WHERE is_default;

CREATE UNIQUE INDEX address_book_role ON public.address_book USING btree (account_id, role) WHERE (role IS NOT NULL);

CREATE INDEX app_password_account ON public.app_password USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX app_password_user ON public.app_password USING btree (user_id);

CREATE UNIQUE INDEX app_user_email ON public.app_user USING btree (lower(email));

CREATE INDEX attachment_text_unread ON public.attachment_text USING btree (account_id) WHERE (text IS NULL);

CREATE INDEX blob_pack ON public.blob USING btree (pack);

CREATE INDEX booking_event_calendar ON public.booking USING btree (event_calendar_id);

CREATE INDEX booking_page_account ON public.booking_page USING btree (account_id);

CREATE INDEX booking_page_calendar_calendar ON public.booking_page_calendar USING btree (calendar_id);

CREATE INDEX booking_user ON public.booking USING btree (user_id, starts_at DESC);

CREATE INDEX cache_entry_expiry ON public.cache_entry USING btree (expires_at);

CREATE INDEX calendar_account ON public.calendar USING btree (account_id);

CREATE UNIQUE INDEX calendar_default ON public.calendar USING btree (account_id) WHERE is_default;

CREATE INDEX calendar_event_alarm ON public.calendar_event USING btree (next_alarm_at) WHERE (next_alarm_at IS NOT NULL);

CREATE INDEX calendar_event_during ON public.calendar_event USING gist (calendar_id, tstzrange(first_at, last_at, '[]'::text));

CREATE INDEX calendar_event_uid ON public.calendar_event USING btree (account_id, uid);

CREATE INDEX calendar_file_account ON public.calendar_file USING btree (account_id);

CREATE INDEX calendar_object_account ON public.calendar_object USING btree (account_id);

CREATE INDEX calendar_object_file ON public.calendar_object USING btree (file_id);

CREATE INDEX calendar_source_account ON public.calendar_source USING btree (account_id);

CREATE UNIQUE INDEX calendar_source_of_account ON public.calendar_source USING btree (account_id) WHERE (kind = ANY (ARRAY['provA'::text, 'provB'::text]));

CREATE INDEX calendar_source_user ON public.calendar_source USING btree (user_id);

CREATE INDEX calendar_watch_calendar ON public.calendar_watch USING btree (calendar_id);

CREATE INDEX contact_card_addresses ON public.contact_card USING gin (addresses);

CREATE INDEX contact_card_book ON public.contact_card USING btree (book_id);

CREATE INDEX contact_card_name ON public.contact_card USING btree (account_id, full_name COLLATE "C", id);

CREATE UNIQUE INDEX contact_card_uid ON public.contact_card USING btree (account_id, uid);

CREATE INDEX contact_term_card ON public.contact_term USING btree (card_id);

CREATE INDEX damaged_message_due ON public.damaged_message USING btree (account_id, due_at) WHERE (given_up_at IS NULL);

CREATE INDEX event_conflict_account ON public.event_conflict USING btree (account_id, at DESC);

CREATE INDEX event_notification_account ON public.event_notification USING btree (account_id, id);

CREATE INDEX event_notification_at ON public.event_notification USING btree (at);

CREATE INDEX event_outbox_calendar ON public.event_outbox USING btree (calendar_id, due_at);

CREATE UNIQUE INDEX event_outbox_put ON public.event_outbox USING btree (event_id) WHERE (kind = 'put'::text);

CREATE UNIQUE INDEX event_outbox_remove ON public.event_outbox USING btree (remote_event_id) WHERE (kind = 'remove'::text);

CREATE INDEX follow_up_account ON public.follow_up USING btree (account_id);

CREATE INDEX follow_up_due ON public.follow_up USING btree (remind_at) WHERE (due_at IS NULL);

CREATE INDEX identity_account ON public.identity USING btree (account_id);

CREATE UNIQUE INDEX identity_first ON public.identity USING btree (account_id) WHERE (NOT may_delete);

CREATE UNIQUE INDEX jmap_account_personal ON public.jmap_account USING btree (user_id) WHERE (kind = 'personal'::text);

CREATE INDEX jmap_account_user ON public.jmap_account USING btree (user_id);

CREATE UNIQUE INDEX job_busy_queue ON public.job USING btree (queue) WHERE (taken_by IS NOT NULL);

CREATE INDEX job_due ON public.job USING btree (lane, run_at, id) WHERE ((taken_by IS NULL) AND (attempts < max_attempts));

CREATE UNIQUE INDEX job_key ON public.job USING btree (key) WHERE (taken_by IS NULL);

CREATE INDEX job_queue ON public.job USING btree (queue, run_at, id) WHERE ((taken_by IS NULL) AND (attempts < max_attempts));

CREATE INDEX job_taken ON public.job USING btree (taken_by) WHERE (taken_by IS NOT NULL);

CREATE INDEX journal_account ON public.journal USING btree (account_id, id DESC);

CREATE INDEX journal_undo_of ON public.journal USING btree (undo_of) WHERE (undo_of IS NOT NULL);

CREATE INDEX journal_undone_by ON public.journal USING btree (undone_by) WHERE (undone_by IS NOT NULL);

CREATE UNIQUE INDEX label_role ON public.label USING btree (user_id, role) WHERE (role IS NOT NULL);

CREATE UNIQUE INDEX label_sibling_name ON public.label USING btree (user_id, parent_id, lower(name)) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX mail_account_address ON public.mail_account USING btree (user_id, provider, lower(address));

CREATE INDEX mail_correspondent_account ON public.mail_correspondent USING btree (account_id);

CREATE INDEX mail_operation_at ON public.mail_operation USING btree (at);

CREATE INDEX mail_rule_account ON public.mail_rule USING btree (account_id, "position", id);

CREATE INDEX mail_rule_run_rule ON public.mail_rule_run USING btree (account_id, rule_id, id DESC);

CREATE INDEX mail_rule_user ON public.mail_rule USING btree (user_id);

CREATE INDEX mail_run_message_message ON public.mail_run_message USING btree (message_id);

CREATE INDEX mail_template_account ON public.mail_template USING btree (account_id);

CREATE INDEX mail_watch_mailbox ON public.mail_watch USING btree (mailbox) WHERE is_wanted;

CREATE UNIQUE INDEX mail_watch_subscription ON public.mail_watch USING btree (remote_id) WHERE (client_state IS NOT NULL);

CREATE INDEX mailbox_label ON public.mailbox USING btree (label_id);

CREATE UNIQUE INDEX mailbox_remote ON public.mailbox USING btree (account_id, remote_id);

CREATE UNIQUE INDEX mailbox_role ON public.mailbox USING btree (account_id, role) WHERE (role IS NOT NULL);

CREATE INDEX message_account ON public.message USING btree (account_id, received_at DESC, id DESC) WHERE (removed_at IS NULL);

CREATE INDEX message_attached ON public.message USING btree (account_id, received_at DESC, id DESC) INCLUDE (thread_id) WHERE (has_attachment AND (removed_at IS NULL));

CREATE INDEX message_blob ON public.message USING btree (blob_digest, account_id);

CREATE INDEX message_flagged ON public.message USING btree (account_id, received_at DESC, id DESC) INCLUDE (thread_id) WHERE (is_flagged AND (removed_at IS NULL));

CREATE INDEX message_former_id_message ON public.message_former_id USING btree (message_id);

CREATE INDEX message_mailbox_list ON public.message_mailbox USING btree (mailbox_id, received_at DESC, message_id DESC);

CREATE INDEX message_message_id ON public.message USING btree (account_id, message_id_ref) WHERE (message_id_ref IS NOT NULL);

CREATE INDEX message_own_ids ON public.message USING btree (account_id, id DESC) WHERE (removed_at IS NULL);

CREATE INDEX message_removed ON public.message USING btree (removed_at) WHERE (removed_at IS NOT NULL);

CREATE INDEX message_search_unplaced ON public.message_search USING btree (message_id) WHERE (NOT is_placed);

CREATE INDEX message_search_words ON public.message_search USING gin (words) WITH (gin_pending_list_limit='1024');

CREATE INDEX message_sent ON public.message USING btree (account_id, id) WHERE (direction = 'out'::text);

CREATE INDEX message_thread ON public.message USING btree (thread_id, received_at);

CREATE INDEX message_uncategorised ON public.message USING btree (id) WHERE ((category IS NULL) AND (direction = 'in'::text));

CREATE INDEX message_unindexed_account ON public.message_unindexed USING btree (account_id);

CREATE INDEX message_unparted_account ON public.message_unparted USING btree (account_id);

CREATE INDEX message_unseen ON public.message USING btree (account_id, received_at DESC, id DESC) INCLUDE (thread_id) WHERE ((NOT is_seen) AND (removed_at IS NULL));

CREATE INDEX oauth_state_account ON public.oauth_state USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX oauth_state_expiry ON public.oauth_state USING btree (expires_at);

CREATE INDEX oauth_state_user ON public.oauth_state USING btree (user_id);

CREATE INDEX outbox_op_message ON public.outbox_op USING btree (message_id);

CREATE INDEX outbox_op_next ON public.outbox_op USING btree (account_id, due_at) WHERE (state <> 'refused'::text);

CREATE UNIQUE INDEX outbox_op_pending ON public.outbox_op USING btree (account_id, COALESCE(message_id, (0)::bigint), COALESCE(mailbox_id, (0)::bigint), field) WHERE (state = 'pending'::text);

CREATE INDEX push_subscription_app_password ON public.push_subscription USING btree (app_password_id) WHERE (app_password_id IS NOT NULL);

CREATE INDEX push_subscription_session ON public.push_subscription USING btree (session_digest) WHERE (session_digest IS NOT NULL);

CREATE INDEX push_subscription_user ON public.push_subscription USING btree (user_id);

CREATE INDEX reminder_account ON public.reminder USING btree (account_id) WHERE (state = ANY (ARRAY['ringing'::text, 'snoozed'::text, 'missed'::text]));

CREATE UNIQUE INDEX reminder_meeting ON public.reminder USING btree (user_id, uid, starts_at, rings_at, action);

CREATE INDEX reminder_over ON public.reminder USING btree (starts_at);

CREATE INDEX remote_event_here ON public.remote_event USING btree (event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX remote_event_problem ON public.remote_event USING btree (calendar_id) WHERE (problem IS NOT NULL);

CREATE INDEX remote_event_series ON public.remote_event USING btree (calendar_id, series_id) WHERE (series_id IS NOT NULL);

CREATE INDEX remote_event_unheard ON public.remote_event USING btree (calendar_id) WHERE (unheard_since IS NOT NULL);

CREATE INDEX remote_message_item ON public.remote_message USING btree (account_id, substr(remote_id, (strpos(remote_id, '/'::text) + 1))) WHERE (uid IS NULL);

CREATE INDEX remote_message_message ON public.remote_message USING btree (message_id);

CREATE INDEX remote_message_missing ON public.remote_message USING btree (account_id) WHERE (missing_since IS NOT NULL);

CREATE INDEX remote_message_uid ON public.remote_message USING btree (mailbox_id, uid);

CREATE INDEX saved_search_account ON public.saved_search USING btree (account_id);

CREATE INDEX search_word_keys ON public.search_word USING gin (keys) WITH (gin_pending_list_limit='256');

CREATE INDEX share_link_account ON public.share_link USING btree (account_id);

CREATE INDEX share_link_calendar_calendar ON public.share_link_calendar USING btree (calendar_id);

CREATE INDEX snooze_account ON public.snooze USING btree (account_id);

CREATE INDEX snooze_due ON public.snooze USING btree (until) WHERE (woken_at IS NULL);

CREATE INDEX submission_account ON public.submission USING btree (account_id, id);

CREATE INDEX submission_blob ON public.submission USING btree (blob_digest) WHERE (blob_digest IS NOT NULL);

CREATE INDEX submission_due ON public.submission USING btree (account_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX submission_message ON public.submission USING btree (message_id) WHERE (message_id IS NOT NULL);

CREATE INDEX submission_message_id ON public.submission USING btree (account_id, message_id_ref);

CREATE UNIQUE INDEX submission_operation ON public.submission USING btree (account_id, operation) WHERE (operation IS NOT NULL);

CREATE UNIQUE INDEX submission_receipt ON public.submission USING btree (message_id) WHERE is_receipt;

CREATE INDEX sync_item_next ON public.sync_item USING btree (account_id, rank DESC) INCLUDE (due_at);

CREATE INDEX thread_awaits_parent ON public.thread USING btree (account_id, base_subject) WHERE awaits_parent;

CREATE INDEX thread_mailbox_category ON public.thread_mailbox USING btree (mailbox_id, category, newest_at DESC, newest_message_id DESC) INCLUDE (thread_id, thread_unread);

CREATE INDEX thread_mailbox_list ON public.thread_mailbox USING btree (mailbox_id, newest_at DESC, newest_message_id DESC) INCLUDE (thread_id);

CREATE INDEX thread_mailbox_thread ON public.thread_mailbox USING btree (thread_id);

CREATE INDEX thread_newest ON public.thread USING btree (account_id, newest_at DESC, id DESC) WHERE (message_count > 0);

CREATE INDEX thread_ref_thread ON public.thread_ref USING btree (thread_id);

CREATE INDEX thread_subject ON public.thread USING btree (account_id, base_subject, newest_at DESC);

CREATE UNIQUE INDEX uniq_calendar_booking_event ON public.booking USING btree (event_id);

CREATE UNIQUE INDEX uniq_calendar_booking_page_start ON public.booking USING btree (booking_page_id, starts_at) WHERE ((cancelled_at IS NULL) AND (event_id IS NOT NULL));

CREATE INDEX upload_age ON public.upload USING btree (uploaded_at);

CREATE INDEX upload_digest ON public.upload USING btree (digest);

CREATE INDEX upload_user ON public.upload USING btree (user_id, uploaded_at DESC) INCLUDE (size);

CREATE INDEX web_session_expiry ON public.web_session USING btree (expires_at);

CREATE INDEX web_session_user ON public.web_session USING btree (user_id);

CREATE INDEX webhook_refusal_newest ON public.webhook_refusal USING btree (last_at DESC);

CREATE TRIGGER change_log_goes_too AFTER DELETE ON public.jmap_account FOR EACH ROW EXECUTE FUNCTION public.remove_change_log();

CREATE TRIGGER outbox_follows AFTER UPDATE OF id ON public.message FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION public.rename_in_outbox();

CREATE TRIGGER outbox_goes_too AFTER DELETE ON public.jmap_account FOR EACH ROW EXECUTE FUNCTION public.remove_outbox_of_account();

CREATE TRIGGER outbox_goes_too AFTER DELETE ON public.message REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.remove_outbox_of_messages();

ALTER TABLE ONLY public.account_grant
    ADD CONSTRAINT account_grant_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.mail_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_grant
    ADD CONSTRAINT account_grant_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.address_book
    ADD CONSTRAINT address_book_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.announcement
    ADD CONSTRAINT announcement_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.app_password
    ADD CONSTRAINT app_password_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.app_password_use
    ADD CONSTRAINT app_password_use_app_password_id_fkey FOREIGN KEY (app_password_id) REFERENCES public.app_password(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.app_password
    ADD CONSTRAINT app_password_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.attachment_text
    ADD CONSTRAINT attachment_text_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.attachment_text
    ADD CONSTRAINT attachment_text_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.booking
    ADD CONSTRAINT booking_booking_page_id_fkey FOREIGN KEY (booking_page_id) REFERENCES public.booking_page(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.booking
    ADD CONSTRAINT booking_event_account_id_fkey FOREIGN KEY (event_account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.booking
    ADD CONSTRAINT booking_event_calendar_id_fkey FOREIGN KEY (event_calendar_id) REFERENCES public.calendar(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.booking
    ADD CONSTRAINT booking_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.calendar_event(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.booking_page
    ADD CONSTRAINT booking_page_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.booking_page_calendar
    ADD CONSTRAINT booking_page_calendar_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES public.calendar(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.booking_page_calendar
    ADD CONSTRAINT booking_page_calendar_page_id_fkey FOREIGN KEY (page_id) REFERENCES public.booking_page(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.booking_page
    ADD CONSTRAINT booking_page_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES public.calendar(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.byte_check
    ADD CONSTRAINT byte_check_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar
    ADD CONSTRAINT calendar_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_event
    ADD CONSTRAINT calendar_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_event
    ADD CONSTRAINT calendar_event_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES public.calendar(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_file
    ADD CONSTRAINT calendar_file_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_link
    ADD CONSTRAINT calendar_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_link
    ADD CONSTRAINT calendar_link_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES public.calendar(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_link
    ADD CONSTRAINT calendar_link_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.calendar_source(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_look
    ADD CONSTRAINT calendar_look_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.calendar_source(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_object
    ADD CONSTRAINT calendar_object_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_object
    ADD CONSTRAINT calendar_object_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.calendar_file(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_source
    ADD CONSTRAINT calendar_source_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_source
    ADD CONSTRAINT calendar_source_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.calendar_watch
    ADD CONSTRAINT calendar_watch_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES public.calendar_link(calendar_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.called_off_meeting
    ADD CONSTRAINT called_off_meeting_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.contact_card
    ADD CONSTRAINT contact_card_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.contact_card
    ADD CONSTRAINT contact_card_book_id_fkey FOREIGN KEY (book_id) REFERENCES public.address_book(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.contact_cursor
    ADD CONSTRAINT contact_cursor_mail_account_id_fkey FOREIGN KEY (mail_account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.contact_term
    ADD CONSTRAINT contact_term_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.contact_term
    ADD CONSTRAINT contact_term_card_id_fkey FOREIGN KEY (card_id) REFERENCES public.contact_card(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.contact_written
    ADD CONSTRAINT contact_written_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.damaged_blob
    ADD CONSTRAINT damaged_blob_digest_fkey FOREIGN KEY (digest) REFERENCES public.blob(digest) ON DELETE CASCADE;

ALTER TABLE ONLY public.damaged_message
    ADD CONSTRAINT damaged_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.damaged_message
    ADD CONSTRAINT damaged_message_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.ended_remembering
    ADD CONSTRAINT ended_remembering_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_conflict
    ADD CONSTRAINT event_conflict_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_notification
    ADD CONSTRAINT event_notification_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_outbox
    ADD CONSTRAINT event_outbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_outbox
    ADD CONSTRAINT event_outbox_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES public.calendar_link(calendar_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_outbox
    ADD CONSTRAINT event_outbox_remote_event_id_fkey FOREIGN KEY (remote_event_id) REFERENCES public.remote_event(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.familiar_address
    ADD CONSTRAINT familiar_address_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.folder_trouble
    ADD CONSTRAINT folder_trouble_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.folder_trouble
    ADD CONSTRAINT folder_trouble_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES public.mailbox(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.follow_up
    ADD CONSTRAINT follow_up_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.follow_up
    ADD CONSTRAINT follow_up_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.jmap_account
    ADD CONSTRAINT jmap_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_undo_of_fkey FOREIGN KEY (undo_of) REFERENCES public.journal(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES public.journal(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.label
    ADD CONSTRAINT label_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.label
    ADD CONSTRAINT label_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_account
    ADD CONSTRAINT mail_account_id_fkey FOREIGN KEY (id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_account
    ADD CONSTRAINT mail_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_correspondent
    ADD CONSTRAINT mail_correspondent_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_correspondent
    ADD CONSTRAINT mail_correspondent_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_delay
    ADD CONSTRAINT mail_delay_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_operation
    ADD CONSTRAINT mail_operation_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_rule
    ADD CONSTRAINT mail_rule_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_rule_entry
    ADD CONSTRAINT mail_rule_entry_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.mail_rule_run(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_rule_run
    ADD CONSTRAINT mail_rule_run_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_run_message
    ADD CONSTRAINT mail_run_message_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_run_message
    ADD CONSTRAINT mail_run_message_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.mail_rule_run(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_template
    ADD CONSTRAINT mail_template_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_watch
    ADD CONSTRAINT mail_watch_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mailbox
    ADD CONSTRAINT mailbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mailbox
    ADD CONSTRAINT mailbox_label_id_fkey FOREIGN KEY (label_id) REFERENCES public.label(id);

ALTER TABLE ONLY public.mailbox
    ADD CONSTRAINT mailbox_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.mailbox(id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_blob_digest_fkey FOREIGN KEY (blob_digest) REFERENCES public.blob(digest);

ALTER TABLE ONLY public.message_body
    ADD CONSTRAINT message_body_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.message_former_id
    ADD CONSTRAINT message_former_id_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.message_mailbox
    ADD CONSTRAINT message_mailbox_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES public.mailbox(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.message_mailbox
    ADD CONSTRAINT message_mailbox_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.message_search
    ADD CONSTRAINT message_search_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES public.thread(id);

ALTER TABLE ONLY public.message_unindexed
    ADD CONSTRAINT message_unindexed_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_unindexed
    ADD CONSTRAINT message_unindexed_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.message_unparted
    ADD CONSTRAINT message_unparted_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_unparted
    ADD CONSTRAINT message_unparted_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.mirror_check
    ADD CONSTRAINT mirror_check_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mirror_scope
    ADD CONSTRAINT mirror_scope_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mirror_scope
    ADD CONSTRAINT mirror_scope_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES public.mailbox(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oauth_state
    ADD CONSTRAINT oauth_state_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.mail_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oauth_state
    ADD CONSTRAINT oauth_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outbox_op
    ADD CONSTRAINT outbox_op_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES public.mailbox(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.provider_budget
    ADD CONSTRAINT provider_budget_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_app_password_id_fkey FOREIGN KEY (app_password_id) REFERENCES public.app_password(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_session_digest_fkey FOREIGN KEY (session_digest) REFERENCES public.web_session(digest) ON DELETE CASCADE;

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.quota
    ADD CONSTRAINT quota_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reminder
    ADD CONSTRAINT reminder_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reminder
    ADD CONSTRAINT reminder_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.calendar_event(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reminder
    ADD CONSTRAINT reminder_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.remote_event
    ADD CONSTRAINT remote_event_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES public.calendar_link(calendar_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.remote_message
    ADD CONSTRAINT remote_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.remote_message
    ADD CONSTRAINT remote_message_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES public.mailbox(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.remote_message
    ADD CONSTRAINT remote_message_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_search
    ADD CONSTRAINT saved_search_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scheduling_mail
    ADD CONSTRAINT scheduling_mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scheduling_mail
    ADD CONSTRAINT scheduling_mail_reminder_id_fkey FOREIGN KEY (reminder_id) REFERENCES public.reminder(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scheduling_revision
    ADD CONSTRAINT scheduling_revision_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.search_word
    ADD CONSTRAINT search_word_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.share_link
    ADD CONSTRAINT share_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.share_link_calendar
    ADD CONSTRAINT share_link_calendar_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES public.calendar(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.share_link_calendar
    ADD CONSTRAINT share_link_calendar_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.share_link(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sieve_server
    ADD CONSTRAINT sieve_server_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.mail_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.snooze
    ADD CONSTRAINT snooze_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.snooze
    ADD CONSTRAINT snooze_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.state_mark
    ADD CONSTRAINT state_mark_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_blob_digest_fkey FOREIGN KEY (blob_digest) REFERENCES public.blob(digest);

ALTER TABLE ONLY public.submission
    ADD CONSTRAINT submission_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.message(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY public.sync_cursor
    ADD CONSTRAINT sync_cursor_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sync_cursor
    ADD CONSTRAINT sync_cursor_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES public.mailbox(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sync_item
    ADD CONSTRAINT sync_item_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sync_item
    ADD CONSTRAINT sync_item_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES public.mailbox(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.thread
    ADD CONSTRAINT thread_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.thread_mailbox
    ADD CONSTRAINT thread_mailbox_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES public.mailbox(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.thread_mailbox
    ADD CONSTRAINT thread_mailbox_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES public.thread(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.thread_ref
    ADD CONSTRAINT thread_ref_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.thread_ref
    ADD CONSTRAINT thread_ref_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES public.thread(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.trusted_sender
    ADD CONSTRAINT trusted_sender_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.unfetched_message
    ADD CONSTRAINT unfetched_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.unfetched_message
    ADD CONSTRAINT unfetched_message_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES public.mailbox(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.jmap_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_digest_fkey FOREIGN KEY (digest) REFERENCES public.blob(digest);

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vacation_dates
    ADD CONSTRAINT vacation_dates_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.mail_account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.web_session
    ADD CONSTRAINT web_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

CREATE TABLE public.schema_migration (
    name text NOT NULL,
    digest text NOT NULL,
    ran_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT schema_migration_pkey PRIMARY KEY (name)
);

INSERT INTO public.schema_migration (name, digest) VALUES
  ('0001-store.sql', '4ee26778ad2e2b3c2392aca3c8c249e95daa953d5d3976b0cbeeb9ace9bf7962'),
  ('0002-people.sql', '730d15d645fb2d474ff2ff5daa41bbdd503757bc6cca0c47265bfb94e1778175'),
  ('0003-changes.sql', '7f4f1044f9dbe3cb4804a569d381a1ff417da5387c7f847aad9bb647c5ea4d1f'),
  ('0004-accounts.sql', '0e882d9251623ab9af19d07f8eabe3426d0907cd1b7b38f4c6dcd3d5a9741c05'),
  ('0005-mail.sql', '2e2abb19f31c42490e50ce5fe558e33e7d3ac7866c3c7030ac88e8e3e1ec7b2d'),
  ('0006-sync.sql', '8e65827feee0ca4e7cb4d332e562f4098539aff8d2283b8aa630d5e69bda7942'),
  ('0007-app-passwords.sql', 'cd958d2d19f387c013b6623f2b1889f495082953823f812dad8dbb24a3921bf8'),
  ('0008-push.sql', 'ca9b7e620aee3cb64909bf2675c863f87ce64dc285e3cf09c10b36a3bb419b40'),
  ('0009-uploads.sql', '7b6e26584483d8df3bd2320abae5f062d1556c8426d8baa5fe0db828b02cda91'),
  ('0010-search.sql', 'f3798ec92492a98eb1f175c428602f9accaf42b05524ee92d5ad6e57c22405ce'),
  ('0011-submission.sql', 'd6d48a6a1913a5ba47fd69c16ba1b77379ec91c7059d922e9e95ba1577a023cf'),
  ('0012-keyword-lists.sql', 'df464a5562b1ab4ff689568e578953711cabee400959cbb7776b379b8e8eac9e'),
  ('0013-personal-accounts.sql', '4c246c4ef34b20ad4933cfc397376cff0a61e609df274286604c53907da07f00'),
  ('0014-receipts.sql', 'c068a91dfc97da8238284046fc5ae8c0f8fdd6e8d8b7e23d4f6b35800019511d'),
  ('0015-word-parts.sql', '823d0f26e7deb1d41e2d37642f8b0835d440119056aba8f63674c25a5a5673fc'),
  ('0016-grants.sql', '0cfe0f4015be85255337d63263e9209c5b113b7b363b21c07eedcda6ce5c5507'),
  ('0017-provider-budget.sql', '3fb852b8d50c04448706c3e7f4fb11e461002ef91afb68006fdc1b3c11674ee5'),
  ('0018-undone-by.sql', 'b9747ce94547d4469304427c72212cb0dd1ef53268a42db9d63f7a36334cff8e'),
  ('0019-subject-words.sql', '41d2f3624aeda177be9b43296b6a06221e64d6ee6744ff61b20559f6c8e36161'),
  ('0023-keyword-columns.sql', '32c51b217bc31b2b7754a7c7410b1a041e3ba479a6c369bceefbc4b4f8660e4f'),
  ('0024-outbox-keys.sql', 'a9f21c251bc4b076b94e27404b4d16c906bb026be01a90458a19e992156e66a4'),
  ('0025-journal-items.sql', '028a91174c675373019bd8586ed64bbfa40b3027b6963b9d9f099f2709cc9852'),
  ('0026-mirror.sql', '5fc12788a50454a1bf9ff7d84f65b309e0d1ee02fd35e0059c83e5381352d016'),
  ('0027-enqueue.sql', '0a51bbc975708cf6017eaf9e8f9de52b337cf040e108b7459b30c9b84d191492'),
  ('0028-watches.sql', '57227fc29c8c7350c7101949b5d4c4da703a1bb8bffa6eb9faf4da57d94aa8e4'),
  ('0029-rules.sql', 'ded1dea75683194cd2dcaf37e9e529f233d998b0587715e9f9a6688b8d588461'),
  ('0030-snooze.sql', '2b484a809edb57e7687cbb497fd30039854d5f2528bbac7a8eca6b6611f4673e'),
  ('0031-contacts.sql', '8c190babe2eda0d39028e972112f3ae1bd595f8a998854e2bbec6cb9f93471a6'),
  ('0032-trusted-senders.sql', 'c2190002e3c711a0f2b5c1b6e7bcd0afa1a31207a7225b7c7a71afba052ca2d0'),
  ('0033-preferences.sql', '789bbf976a6869bb948df510050ef64a3ee7e555d4a0efb7fe30ed6ea72b3251'),
  ('0034-attached.sql', 'd382616540dc82028875e5542206d31ef7ce920d908b72d43db947cce0a4a2f9'),
  ('0035-journal-of-account.sql', 'e03ea3149725a3581ed2ac6a789d9b513fd17add85c3458698238e66f5985fef'),
  ('0040-operations.sql', '839a4596a3bc3392a4b1dffc85e0014ebb49b8edc87fccbfb478cb0da865568e'),
  ('0041-sent-mail.sql', '62fbb503382389c2c6f1d9aed7b9d33b823c78f6df2d7393d5387a45da57a49f'),
  ('0050-calendars.sql', 'af9e21210c23c15dae6fa0738a769b19fe4ed841fa2de48acd7fb735f3f62cae'),
  ('0051-read-only-calendars.sql', '1fcb7b1909ceee423c2411e2d18fe9f526da8e1c3cd46c3608d6e9bd4d808e14'),
  ('0052-calendar-sources.sql', '1e00a24f11d86fcad589e74c5775b3242ace7d49a4a3c9076db7d5dcca83998c'),
  ('0053-calendar-links.sql', '69bf9b533046060e5ee669eb353fb496b3b3b2ac2f70b76e2d359965f0615d20'),
  ('0054-event-outbox.sql', '63a7b24e3fb1fe046f6ad514b352479a8987b0bf5899bd92c7eb170077329abe'),
  ('0055-calendar-watches.sql', '0ebe8fbbd1b2630911ea6143b74ac38eb8d797859f4074d6200e7fbf1ca083f2'),
  ('0056-shares.sql', 'a2350717f835fecb0618a9339181de96e25e141ed13844b85cf70f5f1aff2b91'),
  ('0057-booking.sql', '433a11ca865253663c4700c1a1d3cfd3e140e55f125744880a26f10b65ee0e90'),
  ('0058-invitations.sql', 'a9c8046f4761774f7480f28d3d5aced83a004f69fe55522c2aa9f2fbbadca3f8'),
  ('0059-reminders.sql', 'db5e8ff0551726f9ec5d648815e6908b5ac447e593d5a74c9dcf77ad0891a378'),
  ('0060-own-calendars.sql', '11e2b604fe3333930faeab4721c28ea9643a48f7b33beec9745bdb03925e2237'),
  ('0062-secret-expiry.sql', 'd82db0949cf403d171d733b87e48bb9a5522a87595cb3ea6651ca1a1bc3e45df'),
  ('0063-templates.sql', '216c9e41418af648a2719baddd789ee8404cea2ca4f92e04c016ac1a16347a92'),
  ('0066-reminder-mail.sql', 'd67d76469ae9db50f0c099a0abbb0050752cee653b16f94d33ff515e1ccafbe8'),
  ('0067-unheard-events.sql', '45d18be6267ca15694d7411354666f4c14613c9c29e32680b68040c3dabf071f'),
  ('0069-remembered-browsers.sql', '00a0ba7ffa3b191b5092a06f345f9a676567a3944b36079ae665437d462829ae'),
  ('0070-list-runs.sql', '8bcf2809b17ac8650e30ff67e409b065a1d84ad54b03b1684d2b22a67fe47203'),
  ('0071-bookings-elsewhere.sql', '88a99fc8256c87e773abba1312493163d15f9253ec123a39021b05d4bd34d2d8'),
  ('0072-share-links-end.sql', '85081f693236d6754b5eb7252a841f3e1e4ba837b4e4f1f27001ee3544e4df89'),
  ('0073-events-of-bookings.sql', '16bbf2cdd227f6f6186dc92a1c6d9f371fab8e80f56d981840cb93b48c375201'),
  ('0075-categories.sql', '2b8fb1dee819ebb2176ad69f15532ebf018e7d622710262ee262174431d25530'),
  ('0076-event-notifications.sql', '77e3110a78860981586dd8a5e24b6b986f71f8958eaeafb3fd2524d28d92fd5e'),
  ('0077-placed-words.sql', '32ecaa5e2f6a375cc5f30e93bf491fe04d0790574856e260fc9bf9354f1d6a0a'),
  ('0078-own-ids.sql', '60fbb83bb618d2f38df750445ff3a41e286b83b8ff24a7983378fe91c6ed7166'),
  ('0085-true-mirror.sql', 'e703d4c639d951cddd0be556b9dee7a051d156659df5d4904c7d1480a44055bf'),
  ('0090-sent-copy.sql', 'bf72e8757d3aaf23bbe5d92552eff9ed91e75b33f579cad49c409c4126215d3b'),
  ('0091-vacation-dates.sql', '1b11226dc16e995154a93b4b844e0e1724643fde0766c8103b0df50a5458a625'),
  ('0095-calendars-refused-once.sql', 'c08cd618bbf30ba0f8841e6b921c9f6de9b6c7e6e02f4f44dbfe3433fa3899f8'),
  ('0100-calendar-objects.sql', 'cef210b2e969d7a6b1f2bd089d6ae4dea6f26b841e490ade0aeafe97d0d6632e'),
  ('0110-language-and-zone.sql', '3f35cc1a1ac222cf74482cdc342f12b81535d3f9e4e9c90fded16b4313efeeab'),
  ('0115-push-identity.sql', '79c23c690223011cb9968e691dc8fe78117cc03e8a437034207f69bad5da4791'),
  ('0116-clouds.sql', '2e91585661862b5ea61b17d0669235f770d4a0e6e90672a7fb929982aa65b303'),
  ('0117-familiar-addresses.sql', 'e93635a4950fc55f518cbe1ccb25aabb364fa03aea4c030ea1dd4a57619052ea'),
  ('0120-damaged-blobs.sql', '9107eff323d98f7a9e540fb9dda2b42ac53411282b485fac106b9c70ad2ca64b'),
  ('0121-damaged-messages.sql', '8873c48b94716487aec91fb8bdb8437485340daebdf68a86aea5c04486aa6676'),
  ('0136-sieve-servers.sql', 'b1b3d0f48f2846162742def303df0bbd1888ba30333a8c7e24787e50064d5810'),
  ('0137-mirror-sweeps.sql', '687c125b982f63a96091ffe7fc47f5878d41b9c23483dd7d2df2b3f360e634a2'),
  ('0139-submission-operations.sql', '12707f96a04f96c7e337c41e240a483040dd157f9a2ccbfd3c2ecbb5ba3acdfc'),
  ('0141-assigned-colors.sql', '9bf212fe8f39e639bde06fd942345e9875ab5f77f65468e293754555d0fb793d'),
  ('0143-sign-in-outcome.sql', '4ad517c976dade78e2f0f574b7c2eb1e0f0e64267a4cf870b557776024895491'),
  ('0144-sealed-nonces.sql', '178011df7af664d4c65c49a0f0adad0448966f3e2e0ec84ad1f1a4329b42b950'),
  ('0145-called-off-meetings.sql', '1ef9c747a2b29b180c1ca066e4c4d33e3a9efaf672f652d718e8e34dbcae5b5b'),
  ('0147-places-in-mailboxes.sql', 'e44bf79a000fcc5669c006408d6d7d71ae60f33bec660c594082d43f21bbea59'),
  ('0148-queue.sql', 'f0e5f5b32f841a39db9bf0630c425af328be8b5b410b5d6aa40145d1867761e0');
