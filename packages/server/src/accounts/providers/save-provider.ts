import { type AccountId, type ProviderForm, ProviderName } from '@plmail/wire'
import type { AccountsOptions } from '../options.ts'
import { insertRow } from '../../store/index.ts'
import type { Saved } from './types.ts'
import { formProblems } from './check-form.ts'
import { selectStoredValues } from './effective-settings.ts'
import { selectSettings } from './provider-settings.ts'

/** Stores what the form changes; accounts that waited for a working registration are tried again at once. */
export async function saveProvider(
  options: AccountsOptions,
  provider: ProviderName,
  submitted: ProviderForm,
): Promise<Saved> {
  const form = trimmed(submitted)
  const { database, cipher, clock } = options
  const before = await selectStoredValues(database, provider)
  const clientId = changed(form.clientId, before.client_id)
  // A secret belongs to the client ID it was made for, so a new ID needs a new one.
  const keptSecret = clientId === before.client_id ? before.client_secret : null
  const clientSecret = changed(form.clientSecret && cipher.seal(form.clientSecret), keptSecret)
  // The day belongs to the secret it was read beside.
  const keptExpiry = clientSecret === before.client_secret ? before.secret_expires_on : null
  const problems = formProblems(form, {
    provider,
    clientId: clientId ?? undefined,
    hasSecret: clientSecret !== null && !(clientId === null && form.clientSecret === undefined),
  })
  if (problems.length > 0) return { ok: false, problems }
  await database.query(
    ...insertRow(
      'provider_configuration',
      {
        provider,
        client_id: clientId,
        client_secret: clientId === null ? null : clientSecret,
        tenant: provider === ProviderName.microsoft ? changed(form.tenant, before.tenant) : null,
        topic: provider === ProviderName.google ? changed(form.topic, before.topic) : null,
        push_token:
          provider === ProviderName.google
            ? changed(form.pushToken && cipher.seal(form.pushToken), before.push_token)
            : null,
        updated_at: clock.now(),
        secret_expires_on: clientSecret === null ? null : changed(form.secretExpiresOn, keptExpiry),
        push_service_account:
          provider === ProviderName.google
            ? changed(form.pushServiceAccount, before.push_service_account)
            : null,
        push_audience:
          provider === ProviderName.google ? changed(form.pushAudience, before.push_audience) : null,
        cloud: provider === ProviderName.microsoft ? changed(form.cloud, before.cloud) : null,
      },
      `on conflict (provider) do update set client_id = excluded.client_id, client_secret = excluded.client_secret,
         tenant = excluded.tenant, topic = excluded.topic, push_token = excluded.push_token,
         updated_at = excluded.updated_at, secret_expires_on = excluded.secret_expires_on,
         push_service_account = excluded.push_service_account, push_audience = excluded.push_audience,
         cloud = excluded.cloud`,
    ),
  )
  await tryAgain(options, provider)
  return { ok: true, settings: await selectSettings(options, provider) }
}

async function tryAgain({ database, events }: AccountsOptions, provider: ProviderName): Promise<void> {
  const waiting = await database.query<{ id: AccountId }>(
    `select id from mail_account where provider = $1 and condition = 'wrong-client' order by id`,
    [provider],
  )
  for (const { id } of waiting) await events.publish('account-credentials-changed', { accountId: id })
}

/** Left out: as it was; empty: nothing any more. */
function changed(typed: string | undefined, before: string | null): string | null {
  return typed === undefined ? before : typed || null
}

function trimmed(form: ProviderForm): ProviderForm {
  const entries = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, value.trim()]))
}
