-- owner: sync

-- Any 403 of Graph was taken for "never". Whom a provider really never announces is marked again by its next answer.
update calendar_link set unwatchable = false where unwatchable;
