import type { DiskTrouble, MailDisk } from './door.ts'

/** A disk that keeps nothing. */
export function noDisk(trouble: DiskTrouble): MailDisk {
  const nothing = async (): Promise<undefined> => undefined
  return {
    trouble,
    onTrouble: () => undefined,
    start: nothing,
    list: nothing,
    threads: async () => [],
    body: nothing,
    hasBody: async () => false,
    keepBody: nothing,
    keepSession: nothing,
    keepAccounts: nothing,
    keepIdentities: nothing,
    save: async () => new Set(),
    leave: () => undefined,
    prune: nothing,
    usage: nothing,
    close: () => undefined,
  }
}
