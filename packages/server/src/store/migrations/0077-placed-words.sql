-- owner: mail

-- Every word of a message has a place now, so that none hides what begins as it does from words in a row of which the
-- last is only begun (mail/search/vector.ts). Rows from before do not have it; a job writes them anew, and only what
-- asks for such words may miss something until then.
alter table message_search add column is_placed boolean not null default false;
alter table message_search alter column is_placed set default true;
create index message_search_unplaced on message_search (message_id) where not is_placed;
