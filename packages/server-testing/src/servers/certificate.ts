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

/** A fresh self-signed certificate for localhost, 127.0.0.1 and these names, made by the openssl that Dovecot brings along. */
export function selfSignedCertificate(names: readonly string[] = []): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'plmail-cert-'))
  try {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const allNames = ['IP:127.0.0.1', ...['localhost', ...names].map((name) => `DNS:${name}`)]
    const files = ['-addext', `subjectAltName=${allNames.join(',')}`, '-keyout', key, '-out', cert]
    execFileSync('openssl', [...request, ...files], { stdio: 'ignore' })
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
]
