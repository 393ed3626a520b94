import type { DisabledMail, ProblemDetail, UserId } from '@plmail/wire'
import type { AuditActor } from '../audit/types.ts'
import type { UserForm, UserProblem } from '../new-user.ts'
import type { Visitor } from '../session.ts'
import type { User } from '../user.ts'

/** Somebody who can sign in, or could, as an administrator sees them. */
export interface AdministeredUser {
  user: User
  createdAt: Date
  /** Null: never. */
  lastSignedInAt: Date | null
  hasSecondFactor: boolean
  /** Null: may sign in. */
  disabledAt: Date | null
  isMailPaused: boolean
  /** Since when they are being deleted; null: they are not. */
  deletionStartedAt: Date | null
}

export type AdministrationRefusal =
  | 'people/no-such-user'
  /** Nobody would be left who can administer. */
  | 'people/last-administrator'
  /** Administrators do this to others only. */
  | 'people/not-yourself'
  | 'people/being-deleted'
  /** Only who is disabled is deleted, and somebody has enabled them. */
  | 'people/not-disabled'

export type Administered = { ok: true } | { ok: false; problem: AdministrationRefusal }

/** A new user, whose password may be left out: then nobody knows it, and a link or single sign-on is the way in. */
export type NewPerson = Omit<UserForm, 'password'> & { password?: string | undefined }

export type CreatedPerson = { ok: true; user: User } | { ok: false; problems: UserProblem[] }

/**
 * What administrators do to the people of a server. Each writes its audit entry in the same transaction; none opens a way
 * into somebody's mail. There is always an administrator who may sign in.
 */
export interface Administration {
  /** By name. */
  list(): Promise<AdministeredUser[]>
  get(id: UserId): Promise<AdministeredUser | undefined>
  create(actor: AuditActor, form: NewPerson, rights: { isAdmin: boolean }): Promise<CreatedPerson>
  /**
   * Ends every session, token, remembered sign-in, trusted device, push subscription and open stream at once, in all
   * processes. App passwords stay and open nothing until the person is enabled. Doing it again changes what happens to mail.
   */
  disable(actor: AuditActor, id: UserId, mail: DisabledMail): Promise<Administered>
  enable(actor: AuditActor, id: UserId): Promise<Administered>
  setAdministrator(actor: AuditActor, id: UserId, isAdmin: boolean): Promise<Administered>
  /** How many passkeys people have for which host; those of another host than the server's do not work. */
  countPasskeys(): Promise<Array<{ host: string; count: number }>>
  /** Disabled people whose mail and calendars rest. */
  pausedUsers(): Promise<UserId[]>
}

export interface MadeLink {
  /** The last part of its address: 43 characters. It cannot be had again. */
  token: string
  expiresAt: Date
}

export type PasswordLink =
  ({ ok: true } & MadeLink) | { ok: false; problem: 'people/no-such-user' | 'people/being-deleted' }

/** A link that is open: neither used nor expired nor withdrawn. */
export interface Invitation {
  id: number
  /** May be empty. */
  email: string
  isAdmin: boolean
  madeBy: string
  expiresAt: Date
}

/** `gone`: the link is unknown, used or expired; nobody is told which. */
export type AcceptedInvitation =
  | { ok: true; user: User }
  | { ok: false; why: 'invalid'; problems: UserProblem[] }
  | { ok: false; why: 'gone' }

export type PasswordSet =
  { ok: true } | { ok: false; why: 'invalid'; problem: ProblemDetail } | { ok: false; why: 'gone' }

/** Links by which people come in, and set a password that they have forgotten. Each is good for one use. */
export interface PersonLinks {
  /** Good for seven days. `email`: what the form begins with; may be empty. */
  invite(actor: AuditActor, invitation: { email: string; isAdmin: boolean }): Promise<MadeLink>
  /** Newest first. */
  invitations(): Promise<Invitation[]>
  /** False when there is none (any more). */
  withdraw(actor: AuditActor, id: number): Promise<boolean>
  /** Good for 24 hours. The second factor stays, and the person is told of the new password. */
  makePasswordLink(actor: AuditActor, id: UserId): Promise<PasswordLink>
  findInvitation(token: string): Promise<{ email: string } | undefined>
  /** A form that is refused leaves the link as it was. */
  acceptInvitation(token: string, form: UserForm, visitor: Visitor): Promise<AcceptedInvitation>
  findPasswordLink(token: string): Promise<{ email: string } | undefined>
  /** Ends every sign-in of the person, as another change of the password does. */
  setPassword(token: string, password: string, visitor: Visitor): Promise<PasswordSet>
  /** Removes expired links; for a schedule. Returns how many. */
  sweep(): Promise<number>
}
