/** A statement that names tables of both homes today. */
export interface KnownCrossing {
  file: string
  /** In the order of their names. */
  tables: readonly string[]
  /** Why it does, and what a cell of its own will have instead (docs/architecture.md, homes). */
  because: string
}

/** Only ever shorter: a statement that is not here fails, and so does one that is here and crosses no more. */
export const knownCrossings: readonly KnownCrossing[] = [
  {
    file: 'packages/server/src/accounts/key-probe.ts',
    tables: ['account_grant', 'calendar_source', 'mail_account', 'provider_configuration'],
    because:
      'One value that the key has sealed is looked for wherever there may be one. A probe asks each home by itself.',
  },
]

const residents =
  'What a user owns goes with the user. A cell will keep its residents, and their row takes the rest along.'
const removed = 'What was given for an account goes with it. Removing an account will be a step in each home.'

/** The foreign keys between the homes by name, with what they are for; only ever fewer. */
export const knownKeys: Readonly<Record<string, string>> = {
  account_grant_user_id_fkey: residents,
  app_password_account_id_fkey: removed,
  calendar_source_user_id_fkey: residents,
  called_off_meeting_user_id_fkey: residents,
  jmap_account_user_id_fkey: residents,
  label_user_id_fkey: residents,
  mail_account_user_id_fkey: residents,
  mail_correspondent_user_id_fkey: residents,
  oauth_state_account_id_fkey: removed,
  reminder_user_id_fkey: residents,
  scheduling_revision_user_id_fkey: residents,
  upload_user_id_fkey: residents,
}
