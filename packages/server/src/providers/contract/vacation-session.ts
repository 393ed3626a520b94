/** The automatic reply that a provider sends while the owner of the mailbox is away. */
export interface ProvidedVacation {
  isEnabled: boolean
  /** From when until when; null within it is open. Null: from now on, until it is switched off. */
  period: VacationPeriod | null
  /** Set where the provider has both dates or neither. */
  needsBothDates?: true
  /**
   * Dates that the provider has while it is switched off, of which it cannot be told whether anybody chose them: Exchange
   * has some always.
   */
  idlePeriod?: VacationPeriod
  /** The subject of the answers; null: the provider finds one, as do those that take none. */
  subject: string | null
  /** The answer as plain text. Set where the provider has it beside the HTML; the others have HTML alone. */
  text?: string | null
  /** The answer as HTML; null when nothing is said. */
  html: string | null
}

export interface VacationPeriod {
  from: Date | null
  to: Date | null
}

/** Reads and sets it at the provider, where it lives and where other programs change it too. Throws ProviderError. */
export interface VacationSession {
  read(): Promise<ProvidedVacation>
  write(vacation: ProvidedVacation): Promise<void>
}
