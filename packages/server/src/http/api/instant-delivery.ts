import type { InstantDelivery, ProblemDetail } from '@plmail/wire'
import { type AccountView, screenName } from '../../accounts/index.ts'
import type { WatchState } from '../../sync/index.ts'

const offByDefault = { problem: 'instant/off' } as const
const inDemo = { problem: 'instant/off-in-demo' } as const

/** As the session answers it, before its words. */
export type CodedInstantDelivery = Omit<InstantDelivery, 'text'> & { text: ProblemDetail }

/** How instant delivery of an account stands; null where nothing has to be registered. */
export function instantDelivery(
  provider: AccountView['provider'],
  state: WatchState | undefined,
  isDemo: boolean,
): CodedInstantDelivery | null {
  if (provider === 'imap') return null
  const name = screenName[provider]
  return toDelivery(name, state, isDemo ? inDemo : offByDefault)
}

function toDelivery(
  provider: string,
  state: WatchState | undefined,
  instead: ProblemDetail,
): CodedInstantDelivery {
  const trouble = state?.trouble ?? null
  switch (state?.condition) {
    case undefined:
    case 'off': {
      const text: ProblemDetail = trouble ? { problem: 'instant/not-turned-on', trouble, instead } : instead
      return { isOn: false, isTroubled: false, text }
    }
    case 'on': {
      const text: ProblemDetail = trouble
        ? { problem: 'instant/on-not-renewed', provider, trouble }
        : { problem: 'instant/on', provider }
      return { isOn: true, isTroubled: false, text }
    }
    case 'silent':
      return { isOn: true, isTroubled: true, text: { problem: 'instant/silent', provider } }
    case 'lapsed':
      return { isOn: true, isTroubled: true, text: lapsedText(provider, state) }
  }
}

function lapsedText(provider: string, { trouble, isRefused }: WatchState): ProblemDetail {
  if (!trouble) return { problem: 'instant/lapsed', provider }
  return { problem: isRefused ? 'instant/refused' : 'instant/lapsed-because', provider, trouble }
}
