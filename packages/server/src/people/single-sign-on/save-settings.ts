import type { SingleSignOnForm, SingleSignOnSettings } from '@plmail/wire'
import { parseUrl } from '../../kit/parse-url.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Cipher, type Database, insertRow, type NotifiedCache, type Tx } from '../../store/index.ts'
import type { OpenSession } from '../session.ts'
import {
  effectiveOf,
  effectiveSettings,
  type EffectiveSettings,
  type SettingsNeeds,
  type StoredSettings,
  storedSettings,
} from './effective-settings.ts'
import type { SettingsProblem, SingleSignOnEnvironment } from './types.ts'

export interface SaveNeeds extends SettingsNeeds {
  store: Database
  cipher: Cipher
  clock: Clock
  /** Told when sessions end. */
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
}

/** Returns the settings as administrators see them, with the addresses to enter at the provider. */
export async function readSettings(
  needs: SettingsNeeds,
  address: string,
  mayBeOnlyWay: boolean,
): Promise<SingleSignOnSettings> {
  const settings = await effectiveSettings(needs)
  const { administratorGroup, ...rules } = settings.rules
  const shown = (sourced: EffectiveSettings['issuer']) => ({
    value: sourced?.value ?? null,
    from: sourced?.from ?? null,
  })
  return {
    issuer: shown(settings.issuer),
    clientId: shown(settings.clientId),
    clientSecret: { isSet: settings.clientSecret !== undefined, from: settings.clientSecret?.from ?? null },
    name: shown(settings.name),
    isReady: settings.provider !== undefined,
    redirectUri: redirectUri(address),
    postLogoutUri: postLogoutUri(address),
    backChannelLogoutUri: `${address}/oauth/sso/backchannel-logout`,
    ...rules,
    domains: [...rules.domains],
    groups: [...rules.groups],
    secondFactorValues: [...rules.secondFactorValues],
    administratorGroup: administratorGroup ?? null,
    isOnlyWay: settings.isOnlyWay,
    mayBeOnlyWay,
  }
}

const redirectUri = (address: string): string => `${address}/oauth/sso/callback`
const postLogoutUri = (address: string): string => `${address}/login?sso=0`

const maxTextLength = 500

/** Stores what the form changes, unless something in it would lock people out or let everybody in. */
export async function saveSettings(
  needs: SaveNeeds,
  form: SingleSignOnForm,
  mayBeOnlyWay: boolean,
): Promise<SettingsProblem[]> {
  return needs.store.transaction(async (tx) => {
    const stored = changed(needs, await storedSettings(tx), trimmed(form))
    const before = await effectiveSettings({ ...needs, store: tx })
    const after = effectiveOf(needs, stored)
    const problems = [
      ...textProblems(form),
      ...registrationProblems(stored),
      ...admissionProblems(stored),
      ...onlyWayProblems(form, before, after, mayBeOnlyWay),
    ]
    if (problems.length > 0) return problems
    await store(tx, stored, needs.clock.now())
    // Whoever came in otherwise would stay in otherwise.
    if (after.isOnlyWay.value && !before.isOnlyWay.value) await endOtherSessions(tx, needs.sessions)
    return []
  })
}

async function store(tx: Tx, settings: StoredSettings, at: Date): Promise<void> {
  await tx.query(
    ...insertRow(
      'single_sign_on_configuration',
      {
        issuer: settings.issuer,
        client_id: settings.client_id,
        client_secret: settings.client_secret,
        button_name: settings.button_name,
        links_verified_addresses: settings.links_verified_addresses,
        makes_people: settings.makes_people,
        domains: settings.domains,
        groups: settings.groups,
        groups_claim: settings.groups_claim,
        administrator_group: settings.administrator_group,
        second_factor_values: settings.second_factor_values,
        is_only_way: settings.is_only_way,
        updated_at: at,
      },
      `on conflict (only_row) do update set issuer = excluded.issuer, client_id = excluded.client_id,
         client_secret = excluded.client_secret, button_name = excluded.button_name,
         links_verified_addresses = excluded.links_verified_addresses, makes_people = excluded.makes_people,
         domains = excluded.domains, groups = excluded.groups, groups_claim = excluded.groups_claim,
         administrator_group = excluded.administrator_group, second_factor_values = excluded.second_factor_values,
         is_only_way = excluded.is_only_way, updated_at = excluded.updated_at`,
    ),
  )
}

/** Ends every session that does not rest on single sign-on. */
export async function endOtherSessions(tx: Tx, sessions: SaveNeeds['sessions']): Promise<void> {
  const ended = await tx.query<{ id: number }>(
    'delete from web_session where single_sign_on_session_id is null returning user_id as id',
  )
  for (const id of new Set(ended.map((row) => row.id))) await sessions.forget(tx, String(id))
}

/** Left out: as it was; empty: nothing any more. A secret belongs to the client it was made for, and the client to its issuer. */
function changed(
  { cipher, environment }: Pick<SaveNeeds, 'cipher' | 'environment'>,
  before: StoredSettings,
  form: SingleSignOnForm,
): StoredSettings {
  const text = (typed: string | undefined, stored: string | null) =>
    typed === undefined ? stored : typed || null
  const issuer = text(form.issuer, before.issuer)
  const clientId = text(form.clientId, before.client_id)
  const isSameClient = issuer === before.issuer && clientId === before.client_id
  const secret = form.clientSecret && cipher.seal(form.clientSecret)
  return {
    issuer,
    client_id: clientId,
    client_secret: text(secret, isSameClient ? before.client_secret : null),
    button_name: text(form.name, before.button_name),
    links_verified_addresses: form.linksVerifiedAddresses ?? before.links_verified_addresses,
    makes_people: form.makesPeople ?? before.makes_people,
    domains: form.domains ?? before.domains,
    groups: form.groups ?? before.groups,
    groups_claim: text(form.groupsClaim, before.groups_claim) ?? 'groups',
    administrator_group: text(form.administratorGroup, before.administrator_group),
    second_factor_values: form.secondFactorValues ?? before.second_factor_values,
    is_only_way: isRegistrationRemoved(before, { issuer, clientId })
      ? null
      : chosenOnlyWay(form, before, environment),
  }
}

/** What was decided about one provider says nothing about another, which the environment may name. */
const isRegistrationRemoved = (
  before: StoredSettings,
  { issuer, clientId }: { issuer: string | null; clientId: string | null },
): boolean => before.issuer !== null && issuer === null && clientId === null

/** A choice that is the environment's anyway is not stored: it would outlast a later one there. */
function chosenOnlyWay(
  { isOnlyWay }: SingleSignOnForm,
  before: StoredSettings,
  environment: SingleSignOnEnvironment,
): boolean | null {
  if (isOnlyWay === undefined) return before.is_only_way
  return isOnlyWay === environment.isOnlyWay ? null : isOnlyWay
}

function textProblems(form: SingleSignOnForm): SettingsProblem[] {
  const texts = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((entry): [string, unknown] => [name, entry]),
  )
  return texts
    .filter(([, text]) => typeof text === 'string' && text.length > maxTextLength)
    .map(([name]) => ({
      pointer: `/${name}`,
      problem: { problem: 'single-sign-on/too-long', most: maxTextLength },
    }))
}

function registrationProblems({
  issuer,
  client_id: clientId,
  client_secret: secret,
}: StoredSettings): SettingsProblem[] {
  if (issuer !== null && !(/^https?:\/\/[^?#\s]+$/.test(issuer) && parseUrl(issuer)))
    return [{ pointer: '/issuer', problem: { problem: 'single-sign-on/not-an-issuer' } }]
  const parts = { issuer, clientId, clientSecret: secret }
  const missing = Object.entries(parts).filter(([, value]) => value === null)
  if (missing.length === 0 || missing.length === 3) return []
  return missing.map(([name]) => ({ pointer: `/${name}`, problem: { problem: 'single-sign-on/incomplete' } }))
}

function admissionProblems({
  makes_people: makesPeople,
  domains,
  groups,
}: StoredSettings): SettingsProblem[] {
  if (!makesPeople || domains.length > 0 || groups.length > 0) return []
  return [{ pointer: '/makesPeople', problem: { problem: 'single-sign-on/nobody-admitted' } }]
}

/** Only who came in by it knows that it lets people in, and what the environment demands is changed there. */
function onlyWayProblems(
  { issuer, isOnlyWay }: SingleSignOnForm,
  before: EffectiveSettings,
  after: EffectiveSettings,
  mayBeOnlyWay: boolean,
): SettingsProblem[] {
  const name = before.provider?.name ?? ''
  if (isOnlyWay === false && before.isOnlyWay.from === 'environment')
    return [{ pointer: '/isOnlyWay', problem: { problem: 'single-sign-on/only-way-by-environment' } }]
  if (isOnlyWay === true && !before.isOnlyWay.value && !mayBeOnlyWay)
    return [{ pointer: '/isOnlyWay', problem: { problem: 'single-sign-on/only-way-needs-sign-on', name } }]
  const isOtherProvider = issuer && before.provider && after.issuer?.value !== before.provider.issuer
  if (isOtherProvider && before.isOnlyWay.value && after.isOnlyWay.value)
    return [{ pointer: '/issuer', problem: { problem: 'single-sign-on/issuer-of-only-way', name } }]
  return []
}

function trimmed(form: SingleSignOnForm): SingleSignOnForm {
  const list = (values: readonly string[]) => [
    ...new Set(values.map((value) => value.trim()).filter(Boolean)),
  ]
  const entries = Object.entries(form).map(([name, value]): [string, unknown] => {
    if (typeof value === 'string') return [name, value.trim()]
    if (!Array.isArray(value)) return [name, value]
    return [name, name === 'domains' ? list(value).map(plainDomain) : list(value)]
  })
  return Object.fromEntries(entries)
}

const plainDomain = (typed: string): string => typed.replace(/^@/, '').toLowerCase()
