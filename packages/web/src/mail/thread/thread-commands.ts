import type { useApp } from '../../commands/index.ts'
import type { BodyLook } from '../message/body/body-options.svelte.ts'

type ThreadCommands = Parameters<ReturnType<typeof useApp>['threads']['enter']>[0]

interface CommandParts {
  message: ThreadCommands['message']
  hasFolded: () => boolean
  expandAll: () => void
  step: ThreadCommands['step']
  /** How the message is shown that commands on one message act on. */
  currentLook: () => BodyLook | undefined
}

/** The conversation on screen as commands see it; read anew for each command, since the reader scrolls on. */
export function threadCommands({ hasFolded, currentLook, ...parts }: CommandParts): ThreadCommands {
  return {
    ...parts,
    get hasFolded() {
      return hasFolded()
    },
    showImages: () => currentLook()?.showImages(),
    get hasBlockedImages() {
      const look = currentLook()
      if (look?.body?.areImagesOff) return false
      return look?.images === 'blocked' && (look.body?.blockedImages ?? 0) > 0
    },
  }
}
