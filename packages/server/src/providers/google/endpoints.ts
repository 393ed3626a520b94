/** The endpoints of Google. Tokens may be sent to the origin of each. */
export interface GoogleEndpoints {
  authorize: string
  token: string
  revoke: string
  userinfo: string
  jwks: string
  issuer: string
  gmail: string
  gmailBatch: string
  gmailUpload: string
  calendar: string
}

export const googleEndpoints: Readonly<GoogleEndpoints> = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revoke: 'https://oauth2.googleapis.com/revoke',
  userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
  jwks: 'https://www.googleapis.com/oauth2/v3/certs',
  issuer: 'https://accounts.google.com',
  gmail: 'https://gmail.googleapis.com/gmail/v1',
  gmailBatch: 'https://gmail.googleapis.com/batch/gmail/v1',
  gmailUpload: 'https://gmail.googleapis.com/upload/gmail/v1',
  calendar: 'https://www.googleapis.com/calendar/v3',
}
