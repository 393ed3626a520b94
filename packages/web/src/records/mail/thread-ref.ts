/** The key under which lists, cursor and selection know a conversation. */
export interface ThreadRef {
  readonly accountId: string
  readonly threadId: string
}

export type ThreadKey = `${string}/${string}`

export function threadKey({ accountId, threadId }: ThreadRef): ThreadKey {
  return `${accountId}/${threadId}`
}
