import type { SettingProblem } from './setting-problem.ts'

/** Something in the environment cannot be used. */
export class ConfigurationError extends Error {
  readonly problems: readonly SettingProblem[]
  constructor(problems: readonly SettingProblem[]) {
    super(problems.map(({ setting, fault }) => `${setting}: ${fault}`).join(', '))
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
