import type {
  AuditPage,
  CreatedPersonView,
  DisabledMail,
  LinkView,
  PersonBelongings,
  PeopleInvitations,
  PersonView,
  PeopleView,
  SecondFactorPolicyView,
} from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** Somebody new, with a password that is given or, left out, one that they set by a link. */
interface NewPersonFields {
  name: string
  email: string
  isAdmin: boolean
  newPassword?: string
  /** The administrator's own, where somebody is made an administrator. */
  password?: string
}

/** Who can sign in to this server, as an administrator sees and changes it. Nothing is kept here, least of all a link. */
export interface AdminPeople {
  load(): Promise<Answer<PeopleView & PeopleInvitations>>
  loadPolicy(): Promise<Answer<SecondFactorPolicyView>>
  setPolicy(policy: Omit<SecondFactorPolicyView, 'since'>, password: string): Promise<Answer<unknown>>
  create(fields: NewPersonFields): Promise<Answer<CreatedPersonView>>
  invite(fields: { email: string; isAdmin: boolean; password?: string }): Promise<Answer<LinkView>>
  withdraw(invitation: string): Promise<Answer<unknown>>
  disable(person: PersonView, password: string, mail: DisabledMail): Promise<Answer<unknown>>
  enable(person: PersonView, password: string): Promise<Answer<unknown>>
  setAdministrator(person: PersonView, password: string, isAdmin: boolean): Promise<Answer<unknown>>
  makePasswordLink(person: PersonView, password: string): Promise<Answer<LinkView>>
  countBelongings(person: PersonView): Promise<Answer<PersonBelongings>>
  /** `email`: their address, typed. */
  remove(person: PersonView, password: string, email: string): Promise<Answer<unknown>>
  /** The log's newest entries, or those behind the page that named `before`. */
  audit(filter: { person: string; action: string }, before: string | null): Promise<Answer<AuditPage>>
}

const policyPath = '/api/admin/second-factor-policy'

export function createAdminPeople(http: Http): AdminPeople {
  const post = <T>({ id }: PersonView, path: string, body?: object) =>
    http.call<T>('POST', `/api/admin/people/${encodeURIComponent(id)}/${path}`, body)
  return {
    load: async () => {
      const [people, invitations] = await Promise.all([
        http.call<PeopleView>('GET', '/api/admin/people'),
        http.call<PeopleInvitations>('GET', '/api/admin/invitations'),
      ])
      if (!people.ok) return people
      return invitations.ok ? { ...people, value: { ...people.value, ...invitations.value } } : invitations
    },
    loadPolicy: () => http.call('GET', policyPath),
    setPolicy: (policy, password) => http.call('POST', policyPath, { ...policy, password }),
    create: (fields) => http.call('POST', '/api/admin/people', fields),
    invite: (fields) => http.call('POST', '/api/admin/invitations', fields),
    withdraw: (id) => http.call('DELETE', `/api/admin/invitations/${encodeURIComponent(id)}`),
    disable: (person, password, mail) => post(person, 'disable', { password, mail }),
    enable: (person, password) => post(person, 'enable', { password }),
    setAdministrator: (person, password, isAdmin) => post(person, 'administrator', { password, isAdmin }),
    makePasswordLink: (person, password) => post(person, 'password-link', { password }),
    countBelongings: ({ id }) => http.call('GET', `/api/admin/people/${encodeURIComponent(id)}/belongings`),
    remove: (person, password, email) => post(person, 'delete', { password, email }),
    audit: ({ person, action }, before) =>
      http.call(
        'GET',
        `/api/admin/audit?${new URLSearchParams({ person, action, ...(before !== null && { before }) })}`,
      ),
  }
}
