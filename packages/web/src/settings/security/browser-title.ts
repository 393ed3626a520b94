import type { BrowserName } from '@plmail/wire'
import { profileWords } from '../../words/index.ts'

/** `Firefox on Linux`, in the words of every list of browsers. */
export function browserTitle(name: BrowserName | null | undefined): string {
  return name
    ? profileWords.browsers.name({ browser: name.browser, system: name.system })
    : profileWords.browsers.unknown
}
