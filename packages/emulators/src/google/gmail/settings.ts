/** What the owner of a mailbox has set: what is answered during an absence, and what becomes of new mail. */
export interface MailboxSettings {
  vacation: Record<string, unknown>
  filters: Map<string, object>
}

export const newSettings = (): MailboxSettings => ({
  vacation: { enableAutoReply: false },
  filters: new Map(),
})
