/** Reservations that mail describes for machines: read only, never written; whom to trust is decided elsewhere. */
export { readReservations } from './read-reservations.ts'
