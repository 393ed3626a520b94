import type { CryptoKey } from 'jose'

export interface CertificateNeeds {
  publicKey: CryptoKey
  privateKey: CryptoKey
  commonName: string
}

/** A certificate over an RSA key, signed by itself (RFC 5280 §4.1), as PEM; valid for the years an emulator may live in. */
export async function selfSignedCertificate({
  publicKey,
  privateKey,
  commonName,
}: CertificateNeeds): Promise<string> {
  const { subtle } = globalThis.crypto
  const keyInfo = Buffer.from(await subtle.exportKey('spki', publicKey))
  const name = sequence(set(sequence(oid(2, 5, 4, 3), utf8(commonName))))
  const algorithm = sequence(oid(1, 2, 840, 113549, 1, 1, 11), der(0x05))
  const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'))
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  const serial = der(0x02, Buffer.from([1]))
  const content = sequence(version, serial, algorithm, name, validity, name, keyInfo)
  const signature = Buffer.from(await subtle.sign('RSASSA-PKCS1-v1_5', privateKey, new Uint8Array(content)))
  const bits = der(0x03, Buffer.concat([Buffer.from([0]), signature]))
  const lines =
    sequence(content, algorithm, bits)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** One value in the Distinguished Encoding Rules (ITU-T X.690). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content.length)]), content])
}

function encodeLength(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes = length > 0xff ? [length >> 8, length & 0xff] : [length]
  return [0x80 | bytes.length, ...bytes]
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const set = (...parts: Buffer[]): Buffer => der(0x31, ...parts)
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text))

function oid(first: number, second: number, ...rest: number[]): Buffer {
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** Seven bits a byte, most significant first; all but the last are marked. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (rest & 0x7f))
  return bytes
}
