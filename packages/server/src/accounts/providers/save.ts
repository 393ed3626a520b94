import type { AccountId } from '@plmail/wire'
import type { ProviderName } from './names.ts'
import type { AccountsOptions } from '../options.ts'
import type { ProviderForm, Saved } from './door.ts'
import { formProblems } from './check-form.ts'
import { storedValues } from './in-force.ts'
import { settingsOf } from './settings.ts'

/** Stores what the form changes; accounts that waited for a working registration are tried again at once. */
export async function saveProvider(
  options: AccountsOptions,
  provider: ProviderName,
  submitted: ProviderForm,
): Promise<Saved> {
  const form = trimmed(submitted)
  const { database, cipher, clock } = options
  const before = await storedValues(database, provider)
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
    `insert into provider_configuration (provider, client_id, client_secret, tenant, topic, push_token, updated_at,
       secret_expires_on, push_service_account, push_audience, cloud)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (provider) do update set client_id = $2, client_secret = $3, tenant = $4, topic = $5, push_token = $6,
       updated_at = $7, secret_expires_on = $8, push_service_account = $9, push_audience = $10, cloud = $11`,
    [
      provider,
      clientId,
      clientId === null ? null : clientSecret,
      provider === 'provB' ? changed(form.tenant, before.tenant) : null,
      provider === 'provA' ? changed(form.topic, before.topic) : null,
      provider === 'provA' ? changed(form.pushToken && cipher.seal(form.pushToken), before.push_token) : null,
      clock.now(),
      clientSecret === null ? null : changed(form.secretExpiresOn, keptExpiry),
      provider === 'provA' ? changed(form.pushServiceAccount, before.push_service_account) : null,
      provider === 'provA' ? changed(form.pushAudience, before.push_audience) : null,
      provider === 'provB' ? changed(form.cloud, before.cloud) : null,
    ],
  )
  await tryAgain(options, provider)
  return { ok: true, settings: await settingsOf(options, provider) }
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
