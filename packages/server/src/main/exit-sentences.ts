import { ConfigurationError, DataDirectoryNotWritable } from '../config/index.ts'
import { DiskFull, isDiskFull } from '../kit/disk-full.ts'
import {
  CopyFailed,
  DatabaseNewer,
  DatabaseTooOld,
  DatabaseUnreachable,
  EmbeddedFailed,
  EmbeddedUnavailable,
  MigrationChanged,
  OtherMajorVersion,
  StillInUse,
} from '../store/index.ts'
import { KeyProbeFailed } from './key-fits.ts'

/**
 * Returns the sentence for the person who started plMail when it cannot go on: the problem and its remedy. Undefined
 * for an unforeseen error, which is shown with its stack instead.
 */
export function exitSentence(error: unknown): string | undefined {
  if (error instanceof ConfigurationError) return error.problems.join('\n')
  // First, because a folder that has no room left cannot be written either.
  const full = diskSentence(error)
  if (full !== undefined) return full
  if (error instanceof DataDirectoryNotWritable) {
    return `${error.message}. Give plMail's user the right to write there, or name another one in APP_DATA_DIR.`
  }
  if (error instanceof KeyProbeFailed) {
    return (
      `${error.message}. Every stored password would be unreadable. Start plMail with the APP_ENCRYPTION_KEY, or the` +
      ' secrets file (APP_SECRETS_FILE), that it had before; "plmail app:reset --full" gives everything up instead.'
    )
  }
  return databaseSentence(error) ?? listenSentence(error)
}

function diskSentence(error: unknown): string | undefined {
  if (!isDiskFull(error)) return undefined
  const place = diskOf(error)
  return `The disk${place === undefined ? '' : ` that holds ${place}`} is full. Free some space, then start plMail again; nothing is lost.`
}

function diskOf(error: unknown): string | undefined {
  if (error instanceof DiskFull) return error.folder
  if (error instanceof DataDirectoryNotWritable) return error.directory
  return (error as NodeJS.ErrnoException).path
}

function databaseSentence(error: unknown): string | undefined {
  if (error instanceof DatabaseUnreachable) {
    return `${error.message}. Start it, correct DATABASE_URL, or leave that blank to use the built-in database.`
  }
  if (error instanceof DatabaseTooOld) return `${error.message}.`
  if (error instanceof EmbeddedUnavailable) {
    return `${error.message} Set DATABASE_URL to a PostgreSQL 15 or newer.`
  }
  if (error instanceof OtherMajorVersion) {
    return `${error.message} and cannot read its files. Use the plMail version that made it, or move the folder away to begin anew.`
  }
  if (error instanceof EmbeddedFailed) return error.message
  if (error instanceof MigrationChanged) {
    return `${error.message}. The database belongs to another version of plMail; use that version.`
  }
  return upgradeSentence(error)
}

function upgradeSentence(error: unknown): string | undefined {
  if (error instanceof DatabaseNewer) {
    return `${error.message}. This one is older and would damage it: use the newer one, or put back the copy made before the upgrade (docs/operate/upgrade.md).`
  }
  if (error instanceof CopyFailed) {
    return `${error.message}. Nothing was changed. Make room for a second copy of that folder, then start again.`
  }
  if (error instanceof StillInUse) {
    return `${error.message}, which has to be upgraded. Stop every plMail process that uses it, then start one.`
  }
  return undefined
}

function listenSentence(error: unknown): string | undefined {
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  const where = `${address ?? 'HOST'}:${port ?? ''}`
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken: another program listens on ${where}. Stop it, or choose another with PORT=8081.`
  }
  if (code === 'EACCES') return `This user may not listen on ${where}. Choose a port above 1023 with PORT.`
  return `plMail cannot listen on ${where} (${code}): HOST must be an address of this machine.`
}
