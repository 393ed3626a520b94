import type { InstantDelivery } from '@plmail/wire'
import { type AccountView, screenName } from '../../accounts/index.ts'
import type { WatchState } from '../../sync/index.ts'

const seldom = 'plMail looks for new mail every fifteen minutes.'
const inDemo = 'The demo looks for new mail every few seconds.'
const often = 'Until that works again, plMail looks for new mail every two minutes.'

/** How instant delivery of an account stands; null where nothing has to be registered. */
export function instantDelivery(
  provider: AccountView['provider'],
  state: WatchState | undefined,
  isDemo: boolean,
): InstantDelivery | null {
  if (provider === 'imap') return null
  const name = screenName[provider]
  const trouble = state?.trouble ?? null
  switch (state?.condition) {
    case undefined:
    case 'off': {
      const instead = isDemo ? inDemo : seldom
      const text = trouble === null ? instead : `It could not be switched on. ${trouble} ${instead}`
      return { isOn: false, isTroubled: false, text }
    }
    case 'on': {
      const text = `${name} announces new mail as it arrives.`
      return {
        isOn: true,
        isTroubled: false,
        text: trouble === null ? text : `${text} ${notRenewed(trouble)}`,
      }
    }
    case 'silent':
      return { isOn: true, isTroubled: true, text: `${name} did not announce the last new mail. ${often}` }
    case 'lapsed':
      return {
        isOn: true,
        isTroubled: true,
        text: `${name} no longer announces new mail. ${trouble === null ? '' : `${trouble} `}${often}`,
      }
  }
}

const notRenewed = (trouble: string) =>
  `Renewing the registration failed and is tried again every hour: ${trouble}`
