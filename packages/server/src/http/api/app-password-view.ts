import { accountWireId, type AppPasswordView, appPasswordWireId } from '@plmail/wire'
import type { AppPassword } from '../../people/index.ts'

/** An app password as its owner's browser gets it. */
export function appPasswordView({ id, accountId, uses, ...rest }: AppPassword): AppPasswordView {
  return {
    id: appPasswordWireId.encode(id),
    name: rest.name,
    hint: rest.hint,
    scope: rest.scope,
    accountId: accountId === null ? null : accountWireId.encode(accountId),
    createdAt: rest.createdAt.toISOString(),
    expiresAt: rest.expiresAt?.toISOString() ?? null,
    lastUsedAt: rest.lastUsedAt?.toISOString() ?? null,
    uses: uses.map(({ at, ...use }) => ({ ...use, at: at.toISOString() })),
  }
}
