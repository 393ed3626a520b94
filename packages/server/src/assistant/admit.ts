import type { AccountId, UserId } from '@plmail/wire'
import { readChoice, type StoredChoice } from './settings/choices.ts'
import { effectiveSettings, type AssistantSettingsNeeds } from './settings/effective-settings.ts'
import type { ModelConnection, AssistantUser, ReadableAccount, AssistantRefusal } from './types.ts'

export interface AdmissionNeeds extends AssistantSettingsNeeds {
  personal(userId: UserId): Promise<AccountId | undefined>
  listAccounts(userId: UserId): Promise<readonly ReadableAccount[]>
}

/** Somebody who may use the assistant, with what it may read for them. */
export interface Admitted {
  ok: true
  reader: AssistantUser
  personalId: AccountId
  connection: ModelConnection
  dailyTokens: number
  accounts: readonly ReadableAccount[]
  mayRead(account: ReadableAccount): boolean
}

/** Whether the administrator offers the assistant and the reader wants it. */
export async function admit(
  needs: AdmissionNeeds,
  reader: AssistantUser,
): Promise<Admitted | AssistantRefusal> {
  const [{ isOn, connection, dailyTokens }, personalId, accounts] = await Promise.all([
    effectiveSettings(needs),
    needs.personal(reader.id),
    needs.listAccounts(reader.id),
  ])
  if (!isOn.value || !connection || personalId === undefined) return refusal({ problem: 'assistant/off' })
  const choice: StoredChoice = await readChoice(needs.database, personalId)
  if (!choice.isOn) return refusal({ problem: 'assistant/switched-off' })
  const readable = new Set(choice.mailAccounts)
  return {
    ok: true,
    reader,
    personalId,
    connection,
    dailyTokens,
    accounts,
    mayRead: ({ id }) => readable.has(id),
  }
}

export const refusal = (
  problem: AssistantRefusal['problem'],
  why: AssistantRefusal['why'] = 'conflict',
): AssistantRefusal => ({
  ok: false,
  why,
  problem,
})
