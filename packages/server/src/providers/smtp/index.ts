/** Handing messages to the server that sends for an account: SMTP (RFC 5321, RFC 6409). Speaks to the wire only. */
export { type SmtpSettings, submitBySmtp } from './submit.ts'
