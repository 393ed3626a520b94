import type { AccountId, MessageId } from '@plmail/wire'

/** A message whose stored bytes are lost and are to be fetched from the provider again. */
export interface DamagedMessage {
  id: MessageId
  attempts: number
}

/**
 * `restored`: the message can be read again. `other-message`: the bytes belong to another Message-ID and were not
 * used. `gone`: the message was removed meanwhile.
 */
export type Restored = 'restored' | 'other-message' | 'gone'

/** The result of checking the stored bytes of one account since it was connected. */
export interface ByteCheck {
  /** How many messages were read and compared with their digests. */
  checked: number
  /** How many were damaged and could be fetched from the provider again. */
  restored: number
  /** How many are damaged now and are being fetched again. */
  damaged: number
  /** How many are damaged and cannot be had from the provider either. */
  lost: number
  checkedAt: Date | null
}

/** Messages whose stored bytes are lost: finding them, and putting them right. */
export interface Damage {
  /**
   * Reads some messages of every account, picked at random, and compares them with their digests. Returns how many were
   * read. Meant for once a night.
   */
  checkSome(): Promise<number>
  /** Notes the messages of newly found damage and drops those that are whole again. Returns accounts with messages to restore now. */
  follow(): Promise<AccountId[]>
  /** Messages of the account to fetch again now, at most `limit`. */
  due(accountId: AccountId, limit: number): Promise<DamagedMessage[]>
  /**
   * Takes the provider's bytes of a message in place of the lost ones. A provider that writes a message anew each time
   * (Graph) may give other bytes: the message keeps its id and is described by the new ones.
   */
  restore(accountId: AccountId, id: MessageId, raw: Buffer): Promise<Restored>
  /** Tries again later; the last attempt gives up. `isFinal` gives up at once. */
  postpone(accountId: AccountId, id: MessageId, reason: string, isFinal: boolean): Promise<void>
  /** Accounts whose stored bytes were checked or found damaged. */
  checks(accountIds: readonly AccountId[]): Promise<Map<AccountId, ByteCheck>>
}
