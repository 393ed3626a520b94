/** Every console command there is, in the order of help. */
import type { ConsoleCommand } from './command.ts'
import { accountAddImap } from './commands/account-add-imap.ts'
import { appPasswordCreate } from './commands/app-password-create.ts'
import { calendarPush } from './commands/calendar-push.ts'
import { calendarSync } from './commands/calendar-sync.ts'
import { calendarRemind } from './commands/calendar-remind.ts'
import { mailSync } from './commands/mail-sync.ts'
import { provBDiagnose } from './commands/provb-diagnose.ts'
import { pushRenew } from './commands/push-renew.ts'
import { reset } from './commands/reset.ts'
import { secretsInit } from './commands/secrets-init.ts'
import { serve } from './commands/serve.ts'
import { setup } from './commands/setup.ts'
import { userCreate } from './commands/user-create.ts'
import { userPassword } from './commands/user-password.ts'
import { verifyMirror } from './commands/verify-mirror.ts'
import { wakeSnoozed } from './commands/wake-snoozed.ts'

export const commands: readonly ConsoleCommand[] = [
  serve,
  setup,
  userCreate,
  userPassword,
  appPasswordCreate,
  accountAddImap,
  mailSync,
  wakeSnoozed,
  calendarRemind,
  pushRenew,
  calendarSync,
  calendarPush,
  provBDiagnose,
  verifyMirror,
  secretsInit,
  reset,
]
