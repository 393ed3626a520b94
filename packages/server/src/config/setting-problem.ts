import type { ProblemDetail } from '@plmail/wire'

/** A fault in the value of a setting, as a code with its parameters. The console has its words. */
export type SettingFault =
  | {
      fault:
        | 'not-a-port'
        | 'not-a-database'
        | 'bucket'
        | 'not-a-folder'
        | 'no-folder'
        | 'not-an-issuer'
        | 'not-a-web-address'
        | 'remote-folder'
        | 'not-endpoints'
        | 'endpoints-in-production'
        | 'example-secret'
        | 'example-password'
        | 'missing-secret'
        | 'set-twice'
        | 'unreadable-file'
        | 'empty-file'
    }
  | { fault: 'not-one-of'; choices: readonly string[] }
  | { fault: 'not-a-server' | 'not-a-host' | 'not-a-range' | 'unknown-provider'; entry: string }
  | { fault: 'unknown-endpoint' | 'endpoint-is-list' | 'endpoint-is-one'; endpoint: string }
  | { fault: 'unusable-address'; problem: ProblemDetail }

/** A setting that cannot be used, by the name of its variable. */
export type SettingProblem = { setting: string } & SettingFault
