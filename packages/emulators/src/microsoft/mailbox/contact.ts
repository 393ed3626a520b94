/** A person in the address book, with the fields that somebody wrote. */
export interface Contact {
  readonly id: string
  readonly createdDateTime: string
  lastModifiedDateTime: string
  changeKey: string
  fields: Readonly<Record<string, unknown>>
}

/** [S] The usual value of each field that a client writes. */
const emptyContact: Readonly<Record<string, unknown>> = {
  assistantName: null,
  birthday: null,
  businessAddress: {},
  businessHomePage: null,
  businessPhones: [],
  categories: [],
  children: [],
  companyName: null,
  department: null,
  displayName: '',
  emailAddresses: [],
  fileAs: '',
  generation: null,
  givenName: null,
  homeAddress: {},
  homePhones: [],
  imAddresses: [],
  initials: null,
  jobTitle: null,
  manager: null,
  middleName: null,
  mobilePhone: null,
  nickName: null,
  officeLocation: null,
  otherAddress: {},
  personalNotes: '',
  profession: null,
  spouseName: null,
  surname: null,
  title: null,
  yomiCompanyName: null,
  yomiGivenName: null,
  yomiSurname: null,
}

/** The fields of a body that a client may write; Graph ignores the others, so they are left out [K]. */
export function toWritten(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in emptyContact))
}

/** With only the selected fields; the id is always among them [D]. */
export function contactJson(contact: Contact, selected: ReadonlySet<string> | undefined): object {
  const { id, changeKey, createdDateTime, lastModifiedDateTime, fields } = contact
  const all = { changeKey, createdDateTime, lastModifiedDateTime, ...emptyContact, ...fields }
  const selectedFields = Object.entries(all).filter(([name]) => selected?.has(name) ?? true)
  return { '@odata.etag': `W/"${changeKey}"`, id, ...Object.fromEntries(selectedFields) }
}
