import { createHmac } from 'node:crypto'

/** Returns a signed token for a link, so that nobody can forge one. */
export function signedToken(secret: string, value: object): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${sign(secret, body)}${body}`
}

export function readSignedToken(secret: string, token: string): unknown {
  const signature = token.slice(0, signatureLength)
  const body = token.slice(signatureLength)
  if (sign(secret, body) !== signature) return undefined
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
}

const signatureLength = 16

function sign(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url').slice(0, signatureLength)
}
