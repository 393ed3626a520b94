import type { Email, RenderedBody } from '@plmail/wire'
import type { App } from '../../../commands/index.ts'
import { isDarkSystem } from '../../../ui/index.ts'
import { isFixedWidth, setFixedWidth } from './monospace-senders.ts'

/** How one message is shown, and the body that came of it; its menu and its body share it. */
export interface BodyLook {
  readonly images: 'blocked' | 'proxied'
  readonly prefersDark: boolean
  /** In a dark theme, which HTML is given dark colours. */
  readonly darken: boolean | 'simple'
  readonly isFixedWidth: boolean
  /** As drawn last; undefined before. */
  body: RenderedBody | undefined
  showImages(): void
  /** For this message, whatever holds for all. */
  setDarkened(isDarkened: boolean): void
  setFixedWidth(isFixed: boolean): void
}

const darkenings = { simple: 'simple', all: true, never: false } as const

export function createBodyLook(app: App, email: () => Email): BodyLook {
  const address = (): string => email().from?.[0]?.email ?? ''
  let images = $state<'blocked' | 'proxied'>('blocked')
  let chosenDark = $state<boolean>()
  let isFixed = $state(isFixedWidth(address()))
  let body = $state.raw<RenderedBody>()
  return {
    get images() {
      return images
    },
    get prefersDark() {
      const { theme } = app.preferences.current
      return theme === 'dark' || (theme !== 'light' && isDarkSystem.current)
    },
    get darken() {
      return chosenDark ?? darkenings[app.preferences.current.darkBodies]
    },
    get isFixedWidth() {
      return isFixed
    },
    get body() {
      return body
    },
    set body(drawn) {
      body = drawn
    },
    showImages() {
      images = 'proxied'
    },
    setDarkened(isDarkened) {
      chosenDark = isDarkened
    },
    setFixedWidth(fixed) {
      isFixed = fixed
      setFixedWidth(address(), fixed)
    },
  }
}
