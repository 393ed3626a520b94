/**
 * Mailboxes over IMAP (RFC 3501, with CONDSTORE, QRESYNC, MOVE, UIDPLUS, LIST-STATUS and IDLE where the server has
 * them). Speaks to the wire only: main opens sessions for sync, accounts asks for a probe before saving a password.
 */

export { probeImap } from './probe.ts'
export { createImapSession } from './session.ts'
