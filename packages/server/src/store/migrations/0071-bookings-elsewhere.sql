-- owner: calendar

-- Where its owner has put what was booked, when that is not where it was booked. People are told of this; the time that
-- was booked stays taken.
alter table booking
  add column placed_at timestamptz,
  add column placed_until timestamptz,
  add constraint booking_placed check ((placed_at is null) = (placed_until is null));
