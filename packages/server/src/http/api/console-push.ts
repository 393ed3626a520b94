import type { ConsoleStep } from '@plmail/wire'
import { type Accounts, type ProviderName, type Providers, screenName } from '../../accounts/index.ts'
import type { Watches } from '../../sync/index.ts'
import { watchable } from './watchable.ts'

export interface ConsolePushNeeds {
  accounts: Pick<Accounts, 'activeIds' | 'ownerOf' | 'get'> & { providers: Pick<Providers, 'settings'> }
  watches: Pick<Watches, 'states' | 'refusals' | 'obstacle'>
}

/**
 * The steps of a provider's console that instant delivery needs. No provider can be asked about them: what is known is
 * what stands in the way here, and what has come of the accounts that have switched it on.
 */
export async function pushSteps(
  { accounts, watches }: ConsolePushNeeds,
  provider: ProviderName,
): Promise<ConsoleStep[]> {
  const views = (await watchable(accounts)).filter((view) => view.provider === provider)
  const states = [...(await watches.states(views.map((view) => view.id))).values()]
  const wanted = states.filter((state) => state.isWanted)
  const heard = Math.max(0, ...states.map((state) => state.announcedAt?.getTime() ?? 0))
  const address = await addressStep(watches, provider, heard)
  if (provider === 'provB') return [address]
  const { topic, pushToken } = await accounts.providers.settings('provA')
  if (topic?.value == null) return [{ step: 'topic', outcome: 'unknown', sentence: noTopic }]
  if (!pushToken?.isSet) return [{ step: 'push-address', outcome: 'wrong', sentence: noToken }]
  const failed = wanted.find((state) => state.trouble !== null)
  const held = wanted.filter((state) => state.condition !== 'lapsed').length
  const step = 'topic' as const
  if (failed) return [{ step, outcome: 'wrong', sentence: failed.trouble ?? '' }, address]
  if (held === 0) return [{ step, outcome: 'unknown', sentence: untried }, address]
  const sentence = `Gmail publishes to it for ${held === 1 ? '1 account' : `${held} accounts`}.`
  return [{ step, outcome: 'works', sentence }, address]
}

const noTopic = 'None is entered. Everything works without one, but new mail is announced only with it.'
const noToken = 'The push address needs a verification token. Enter one, or have one made up.'
const untried = 'Google judges it when somebody switches instant delivery on for an account.'

async function addressStep(
  watches: ConsolePushNeeds['watches'],
  provider: ProviderName,
  heard: number,
): Promise<ConsoleStep> {
  const step = 'push-address' as const
  const obstacle = await watches.obstacle(provider)
  if (obstacle !== undefined) return { step, outcome: 'wrong', sentence: obstacle }
  const strangers = (await watches.refusals.list()).filter(
    ({ endpoint, reason, lastAt }) =>
      provider === 'provA' && endpoint === '/provA/push' && isAboutToken(reason) && lastAt.getTime() > heard,
  )
  const name = screenName[provider]
  if (strangers.length > 0) {
    const sentence = `Notifications come, but not with the verification token that is set. Compare the push address at ${name}.`
    return { step, outcome: 'wrong', sentence }
  }
  return heard > 0
    ? { step, outcome: 'works', sentence: `Notifications of ${name} arrive.` }
    : { step, outcome: 'unknown', sentence: `Nothing stands in the way; none of ${name} has come yet.` }
}

const isAboutToken = (reason: string) => reason === 'wrong-token' || reason === 'no-token'
