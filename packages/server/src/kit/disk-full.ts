/** Nothing more can be written to the disk that holds this folder. */
export class DiskFull extends Error {
  readonly folder: string
  constructor(folder: string, cause?: unknown) {
    super(`The disk that holds ${folder} is full`, { cause })
    this.folder = folder
  }
}

/** No space or no quota left, by the system; 53100 is PostgreSQL's disk_full. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']

/** Whether something failed only because a disk is full, our own or the database's. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DiskFull || ('code' in error && codes.includes(error.code))) return true
  return error.cause !== undefined && isDiskFull(error.cause)
}
