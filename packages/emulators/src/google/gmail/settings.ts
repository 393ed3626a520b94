/** Settings of a mailbox's owner: the vacation response and the filters for new mail. */
export interface MailboxSettings {
  vacation: Record<string, unknown>
  filters: Map<string, object>
}

export const newSettings = (): MailboxSettings => ({
  vacation: { enableAutoReply: false },
  filters: new Map(),
})
