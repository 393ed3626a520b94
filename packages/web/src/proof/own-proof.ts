import type { OwnProof, SessionInfo } from '@plmail/wire'

/** How the user proves themselves. A session that an earlier version stored says nothing about it: then by the password. */
export function ownProofOf({ ownProof }: Partial<Pick<SessionInfo, 'ownProof'>>): OwnProof {
  return ownProof ?? { hasPassword: true, provider: null, mayChoosePassword: true }
}
