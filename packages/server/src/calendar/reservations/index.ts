/** What was booked, as mail tells machines of it: only read, never written; who may be believed is asked elsewhere. */
export { readReservations, type Reservation, type ReservationTime } from './read-reservations.ts'
