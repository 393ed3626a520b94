import { createTransport } from 'nodemailer'
import type { Dovecot } from './dovecot.ts'

/** Hands a message to Dovecot over LMTP, as the mail server of the domain would; it lands in INBOX. */
export async function deliver(
  dovecot: Dovecot,
  user: string,
  raw: string,
  from = 'sender@example.net',
): Promise<void> {
  const transport = createTransport({
    host: dovecot.host,
    port: dovecot.lmtpPort,
    lmtp: true,
    ignoreTLS: true,
  })
  try {
    await transport.sendMail({ envelope: { from, to: [user] }, raw })
  } finally {
    transport.close()
  }
}
