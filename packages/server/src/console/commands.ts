/** Every console command there is, in the order of help. */
import type { ConsoleCommand } from './command.ts'
import { accountAddImap } from './commands/account-add-imap.ts'
import { appPasswordCreate } from './commands/app-password-create.ts'
import { calendarPush } from './commands/calendar-push.ts'
import { calendarSync } from './commands/calendar-sync.ts'
import { calendarRemind } from './commands/calendar-remind.ts'
import { mailSync } from './commands/mail-sync.ts'
import { microsoftDiagnose } from './commands/microsoft-diagnose.ts'
import { pushRenew } from './commands/push-renew.ts'
import { reset } from './commands/reset.ts'
import { secretsInit } from './commands/secrets-init.ts'
import { serve } from './commands/serve.ts'
import { setup } from './commands/setup.ts'
import { singleSignOnAllowPassword } from './commands/sso-allow-password.ts'
import { userCreate } from './commands/user-create.ts'
import { userSecondFactorDisable } from './commands/user-2fa-disable.ts'
import { userPassword } from './commands/user-password.ts'
import { verifyMirror } from './commands/verify-mirror.ts'
import { wakeSnoozed } from './commands/wake-snoozed.ts'

export const commands: readonly ConsoleCommand[] = [
  serve,
  setup,
  userCreate,
  userPassword,
  userSecondFactorDisable,
  singleSignOnAllowPassword,
  appPasswordCreate,
  accountAddImap,
  mailSync,
  wakeSnoozed,
  calendarRemind,
  pushRenew,
  calendarSync,
  calendarPush,
  microsoftDiagnose,
  verifyMirror,
  secretsInit,
  reset,
]
