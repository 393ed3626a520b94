/** A name that nobody else makes up. NOTE: `crypto.randomUUID` exists in secure contexts only, which plain http on a LAN is not. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
