-- owner: mail

-- The name that a client has given to a submission (docs/jmap.md, journal extension): created again under it, the same
-- submission is answered. A message that a device has kept while it was offline goes out once, whatever answers are lost.
alter table submission add column operation text;
create unique index submission_operation on submission (account_id, operation) where operation is not null;
