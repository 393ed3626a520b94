// RFC 5321 §4.5.3.1: 64 octets before the @ and 255 after it. What else is in an address is the server's to judge.
const addressShape = /^(?=.{1,64}@)(?:[^\s<>@"\\,;:()[\]]+|"[^"\\\r\n]*")@[^\s<>@"\\,;:()]{1,255}$/u

/** Whether mail can be handed over to this address. */
export const isAddress = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- no command of SMTP may hold them
  addressShape.test(text) && !/[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(text)
