/** Reservations that mail describes for machines: read only, never written; whom to trust is decided elsewhere. */
export { readReservations, type Reservation, type ReservationTime } from './read-reservations.ts'
