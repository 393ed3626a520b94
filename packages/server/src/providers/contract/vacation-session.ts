/** What a provider sends by itself to those who write while the owner of the mailbox is away. */
export interface ProvidedVacation {
  isEnabled: boolean
  /** From when until when; both or neither. Null: from now on, until it is switched off. */
  period: { from: Date; to: Date } | null
  /** The answer as HTML; null when nothing is said. */
  html: string | null
}

/** Reads and sets it at the provider, where it lives and where other programs change it too. Throws ProviderError. */
export interface VacationSession {
  read(): Promise<ProvidedVacation>
  write(vacation: ProvidedVacation): Promise<void>
}
