import type { AssistantKind, ValueSource } from '@plmail/wire'
import type { Cipher, Sql } from '../../store/index.ts'
import type { AssistantEnvironment, ModelConnection } from '../types.ts'

export interface AssistantSettingsNeeds {
  database: Sql
  cipher: Cipher
  environment: AssistantEnvironment
}

export interface StoredAssistantSettings {
  is_on: boolean | null
  kind: AssistantKind | null
  base_url: string | null
  api_key: string | null
  model: string | null
  daily_tokens: number
}

const noSettings: StoredAssistantSettings = {
  is_on: null,
  kind: null,
  base_url: null,
  api_key: null,
  model: null,
  daily_tokens: 200_000,
}

export async function storedSettings(sql: Sql): Promise<StoredAssistantSettings> {
  const [row] = await sql.query<StoredAssistantSettings>(
    'select is_on, kind, base_url, api_key, model, daily_tokens from assistant_configuration',
  )
  return row ?? noSettings
}

interface Sourced {
  value: string
  from: Exclude<ValueSource, null>
}

export interface ModelServerSettings {
  isOn: { value: boolean; from: ValueSource }
  kind: { value: AssistantKind; from: ValueSource }
  baseUrl: Sourced | undefined
  apiKey: Sourced | undefined
  model: Sourced | undefined
  dailyTokens: number
  /** Whole, or not at all; whether or not it is switched on. */
  connection: ModelConnection | undefined
}

/**
 * A stored value wins when it is set. Address and key belong together: a stored part never mixes with the environment's,
 * which would show a key to another server.
 */
export async function effectiveSettings(needs: AssistantSettingsNeeds): Promise<ModelServerSettings> {
  const { environment, cipher } = needs
  const row = await storedSettings(needs.database)
  const isStored = row.base_url !== null
  const storedKey = row.api_key === null ? null : cipher.open(row.api_key, 'assistant_configuration.api_key')
  const baseUrl = pick(isStored, row.base_url, environment.baseUrl)
  const apiKey = pick(isStored, storedKey, environment.apiKey)
  const model = pick(row.model !== null, row.model, environment.model)
  const kind = { value: (isStored && row.kind) || ('openai' as const), from: baseUrl?.from ?? null }
  return {
    isOn: {
      value: row.is_on ?? baseUrl !== undefined,
      from: row.is_on === null ? (baseUrl?.from ?? null) : 'stored',
    },
    kind,
    baseUrl,
    apiKey,
    model,
    dailyTokens: row.daily_tokens,
    connection:
      baseUrl && model
        ? {
            kind: kind.value,
            baseUrl: baseUrl.value,
            apiKey: apiKey?.value,
            model: model.value,
            host: new URL(baseUrl.value).host,
          }
        : undefined,
  }
}

function pick(isStored: boolean, stored: string | null, outside: string | undefined): Sourced | undefined {
  const value = isStored ? stored : outside
  return value == null ? undefined : { value, from: isStored ? 'stored' : 'environment' }
}
