import type { Language } from '@plmail/wire'
import { ConfigurationError, DataDirectoryNotWritable } from '../config/index.ts'
import type { ConsoleWords } from '../console/index.ts'
import { DiskFull, isDiskFull } from '../kit/disk-full.ts'
import {
  CopyFailed,
  DatabaseNewer,
  DatabaseOlder,
  DatabaseTooOld,
  DatabaseUnreachable,
  EmbeddedFailed,
  EmbeddedUnavailable,
  MigrationChanged,
  OtherMajorVersion,
  StillInUse,
} from '../store/index.ts'
import { KeyProbeFailed, keySentence } from './check-key.ts'
import { describeSetting } from './say-setting.ts'

type Exits = ConsoleWords['exits']

/**
 * Returns the sentence for the person who started plMail when it cannot go on: the problem and its remedy. Undefined
 * for an unforeseen error, which is shown with its stack instead.
 */
export function exitSentence(error: unknown, words: ConsoleWords, language: Language): string | undefined {
  if (error instanceof ConfigurationError)
    return error.problems.map((problem) => describeSetting(problem, words, language)).join('\n')
  const { exits } = words
  // First, because a folder that has no room left cannot be written either.
  const full = diskSentence(error, exits)
  if (full !== undefined) return full
  if (error instanceof DataDirectoryNotWritable)
    return exits.dataNotWritable({ folder: error.directory, code: error.code })
  if (error instanceof KeyProbeFailed) return exits.keyAdvice({ problem: keySentence(error, exits) })
  return databaseSentence(error, exits) ?? listenSentence(error, exits)
}

function diskSentence(error: unknown, exits: Exits): string | undefined {
  if (!isDiskFull(error)) return undefined
  const folder = getDisk(error)
  return folder === undefined ? exits.diskFull : exits.diskFullAt({ folder })
}

function getDisk(error: unknown): string | undefined {
  if (error instanceof DiskFull) return error.folder
  if (error instanceof DataDirectoryNotWritable) return error.directory
  return (error as NodeJS.ErrnoException).path
}

function databaseSentence(error: unknown, exits: Exits): string | undefined {
  if (error instanceof DatabaseUnreachable)
    return exits.databaseUnreachable({ address: error.where, reason: error.reason })
  if (error instanceof DatabaseTooOld) return exits.databaseTooOld({ version: error.version })
  if (error instanceof EmbeddedUnavailable) return embeddedSentence(error, exits)
  if (error instanceof OtherMajorVersion)
    return exits.otherMajorVersion({ folder: error.folder, version: error.found, needed: error.needed })
  if (error instanceof EmbeddedFailed) {
    const { program, lastLines: output } = error
    return program === 'server'
      ? exits.embeddedDoesNotStart({ output })
      : exits.embeddedProgramFailed({ program, output })
  }
  return upgradeSentence(error, exits)
}

function embeddedSentence({ reason, subject: name }: EmbeddedUnavailable, exits: Exits): string {
  const sentence = exits.embeddedUnavailable[reason]
  return typeof sentence === 'string' ? sentence : sentence({ name })
}

function upgradeSentence(error: unknown, exits: Exits): string | undefined {
  if (error instanceof MigrationChanged) {
    const { migration } = error
    return migration === undefined ? exits.migrationsChanged : exits.migrationChanged({ migration })
  }
  if (error instanceof DatabaseNewer) return exits.databaseNewer({ migrations: error.migrations.join(', ') })
  if (error instanceof DatabaseOlder)
    return exits.databaseOlder({ newest: error.newest, needed: error.needed })
  if (error instanceof CopyFailed) return exits.copyFailed({ folder: error.folder, reason: error.reason })
  if (error instanceof StillInUse) return exits.stillInUse
  return undefined
}

function listenSentence(error: unknown, exits: Exits): string | undefined {
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  const place = `${address ?? 'HOST'}:${port ?? ''}`
  if (code === 'EADDRINUSE') return exits.portTaken({ port: port ?? '', address: place })
  if (code === 'EACCES') return exits.portForbidden({ address: place })
  return exits.cannotListen({ address: place, code: code ?? '' })
}
