/** The facts that an error of the SMTP connection gives about the exchange with the server. */
export interface SmtpReply {
  /** The server's reply, its three digits first; empty when it did not come to one. */
  text: string
  /** The command it answers. */
  step: string
  /** The reply, or what we say of why there was none. */
  words: string
  /** Recipients that were refused one by one. */
  refusals: Array<[address: string, reply: string]>
}

/** Lines of a server beyond this are of no use to a reader. */
const maxReplyLength = 500

export function smtpReplyIn(error: unknown): SmtpReply {
  const response = read(error, 'response')
  // A message above the announced SIZE is refused before the server is asked (RFC 1870 §6).
  const isTooLarge = read(error, 'code') === 'EMESSAGE' && response === ''
  const text = oneLine(isTooLarge ? `552 ${getMessage(error)}` : response)
  return {
    text: /^[245]\d\d/.test(text) ? text : '',
    step: read(error, 'command') || (isTooLarge ? 'MAIL FROM' : ''),
    words: text || oneLine(getMessage(error)),
    refusals: refusals(errorsIn(error)),
  }
}

/** The reply to each RCPT TO that was refused. */
export function refusals(errors: readonly unknown[] | undefined): Array<[string, string]> {
  return (errors ?? []).flatMap((error): Array<[string, string]> => {
    const [address, reply] = [read(error, 'recipient'), oneLine(read(error, 'response'))]
    return address === '' || reply === '' ? [] : [[address, reply]]
  })
}

function errorsIn(error: unknown): readonly unknown[] {
  const value: unknown = error instanceof Error ? Reflect.get(error, 'rejectedErrors') : undefined
  return Array.isArray(value) ? value : []
}

function read(error: unknown, key: string): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, key) : undefined
  return typeof value === 'string' ? value : ''
}

const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The lines of a reply as one: their repeated digits and all control characters go. */
function oneLine(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  const words = lines.map((line, index) => (index === 0 ? line : line.replace(/^\d{3}[ -]/, '')))
  const digits = words.map((line, index) => (index === 0 ? line.replace(/^(\d{3})-/, '$1 ') : line))
  return (
    digits
      .join(' ')
      // oxlint-disable-next-line no-control-regex -- a reply is shown, so it keeps no control characters
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .slice(0, maxReplyLength)
  )
}
