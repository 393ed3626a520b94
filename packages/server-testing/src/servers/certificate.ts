import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  /** PEM. */
  cert: string
  /** PEM. */
  key: string
}

/** A fresh self-signed certificate for localhost and 127.0.0.1, made by the openssl that Dovecot brings along. */
export function selfSignedCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'plmail-cert-'))
  try {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const request = [
  'req',
  '-x509',
  '-nodes',
  '-days',
  '30',
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:P-256',
  '-subj',
  '/CN=localhost',
  '-addext',
  'subjectAltName=DNS:localhost,IP:127.0.0.1',
]
