import type { AssistantForm, AssistantSettings } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import { parseUrl } from '../../kit/parse-url.ts'
import { type Cipher, type Database, insertRow } from '../../store/index.ts'
import type { FormProblem } from '../types.ts'
import {
  effectiveSettings,
  type ModelServerSettings,
  type AssistantSettingsNeeds,
  type StoredAssistantSettings,
  storedSettings,
} from './effective-settings.ts'

export interface AssistantSaveNeeds extends AssistantSettingsNeeds {
  database: Database
  clock: Clock
}

/** Returns the settings as administrators see them. */
export async function readSettings(needs: AssistantSettingsNeeds): Promise<AssistantSettings> {
  const settings = await effectiveSettings(needs)
  const shown = (sourced: ModelServerSettings['baseUrl']) => ({
    value: sourced?.value ?? null,
    from: sourced?.from ?? null,
  })
  return {
    isOn: settings.isOn,
    kind: settings.kind,
    baseUrl: shown(settings.baseUrl),
    apiKey: { isSet: settings.apiKey !== undefined, from: settings.apiKey?.from ?? null },
    model: shown(settings.model),
    dailyTokens: settings.dailyTokens,
    isReady: settings.connection !== undefined,
  }
}

/** Stores what the form changes, unless nothing could be asked with it. */
export function saveSettings(needs: AssistantSaveNeeds, form: AssistantForm): Promise<FormProblem[]> {
  return needs.database.transaction(async (tx) => {
    const after = changed(needs.cipher, await storedSettings(tx), form)
    const problems = problemsOf(after, needs)
    if (problems.length > 0) return problems
    await tx.query(
      ...insertRow(
        'assistant_configuration',
        {
          is_on: after.is_on,
          kind: after.kind,
          base_url: after.base_url,
          api_key: after.api_key,
          model: after.model,
          daily_tokens: after.daily_tokens,
          updated_at: needs.clock.now(),
        },
        `on conflict (only_row) do update set is_on = excluded.is_on, kind = excluded.kind,
           base_url = excluded.base_url, api_key = excluded.api_key, model = excluded.model,
           daily_tokens = excluded.daily_tokens, updated_at = excluded.updated_at`,
      ),
    )
    return []
  })
}

/** Left out: as it was; empty: nothing any more. A key belongs to the server it was made for. */
function changed(
  cipher: Cipher,
  before: StoredAssistantSettings,
  form: AssistantForm,
): StoredAssistantSettings {
  const text = (typed: string | undefined, stored: string | null) =>
    typed === undefined ? stored : typed.trim() || null
  const baseUrl = text(form.baseUrl?.trim().replace(/\/+$/, ''), before.base_url)
  const key = form.apiKey?.trim() && cipher.seal(form.apiKey.trim())
  return {
    is_on: form.isOn ?? before.is_on,
    kind: form.kind ?? before.kind,
    base_url: baseUrl,
    api_key: text(key, baseUrl === before.base_url ? before.api_key : null),
    model: text(form.model, before.model),
    daily_tokens: form.dailyTokens ?? before.daily_tokens,
  }
}

function problemsOf(
  { base_url: baseUrl, model }: StoredAssistantSettings,
  { environment }: AssistantSaveNeeds,
): FormProblem[] {
  if (baseUrl === null) return []
  if (!/^https?:\/\/[^?#@\s]+$/.test(baseUrl) || !parseUrl(baseUrl))
    return [{ pointer: '/baseUrl', problem: { problem: 'assistant/not-an-address' } }]
  if (model === null && environment.model === undefined)
    return [{ pointer: '/model', problem: { problem: 'assistant/incomplete' } }]
  return []
}
