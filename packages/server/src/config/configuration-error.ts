/** Something in the environment cannot be used; each problem is a sentence for the person who set it. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join(' '))
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}

/** The data directory cannot be created or written; `code` is the system's, such as EACCES or EROFS. */
export class DataDirectoryNotWritable extends Error {
  readonly directory: string
  readonly code: string
  constructor(directory: string, cause: NodeJS.ErrnoException) {
    super(`The data directory ${directory} cannot be written (${cause.code ?? cause.message})`, { cause })
    this.name = 'DataDirectoryNotWritable'
    this.directory = directory
    this.code = cause.code ?? ''
  }
}
