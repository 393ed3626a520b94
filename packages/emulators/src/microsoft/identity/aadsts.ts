import type { EmulatedAnswer } from '../../http/answer.ts'
import type { World } from '../../world.ts'
import { guid } from '../guid.ts'

/** An error of Microsoft's identity platform, by number. */
export interface Aadsts {
  number: number
  /** The OAuth error. */
  error: string
  text: string
  suberror?: string
  status?: number
}

/** Codes, errors and texts as met in the field [F] and in the published list [D]; the numbers may change [D]. */
export const aadsts = {
  singleTenant: (app: string, tenant: string): Aadsts => ({
    number: 50194,
    error: 'invalid_request',
    text: `Application '${app}'(plMail) is not configured as a multi-tenant application. Usage of the /${tenant} endpoint is not supported for such applications created after '10/15/2018'. Use a tenant-specific endpoint or configure the application to be multi-tenant.`,
  }),
  notInTenant: (email: string, app: string): Aadsts => ({
    number: 50020,
    error: 'access_denied',
    text: `User account '${email}' from identity provider 'live.com' does not exist in tenant 'Contoso' and cannot access the application '${app}'(plMail) in that tenant. The account needs to be added as an external user in the tenant first. Sign out and sign in again with a different Azure Active Directory user account.`,
  }),
  notConsented: (app: string): Aadsts => ({
    number: 65001,
    error: 'invalid_grant',
    suberror: 'consent_required',
    text: `The user or administrator has not consented to use the application with ID '${app}' named 'plMail'. Send an interactive authorization request for this user and resource.`,
  }),
  declined: (): Aadsts => ({
    number: 65004,
    error: 'access_denied',
    text: 'User declined to consent to access the app.',
  }),
  adminMustConsent: (app: string): Aadsts => ({
    number: 90094,
    error: 'consent_required',
    text: `plMail (${app}) needs permission to access resources in your organization that only an admin can grant. Please ask an admin to grant permission to this app before you can use it.`,
  }),
  secondFactor: (): Aadsts => ({
    number: 50076,
    error: 'interaction_required',
    suberror: 'basic_action',
    text: "Due to a configuration change made by your administrator, or because you moved to a new location, you must use multi-factor authentication to access '00000003-0000-0000-c000-000000000000'.",
  }),
  conditionalAccess: (): Aadsts => ({
    number: 53003,
    error: 'invalid_grant',
    suberror: 'message_only',
    text: 'Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.',
  }),
  disabled: (): Aadsts => ({ number: 50057, error: 'invalid_grant', text: 'The user account is disabled.' }),
  wrongSecret: (app: string): Aadsts => ({
    number: 7000215,
    error: 'invalid_client',
    status: 401,
    text: `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${app}'.`,
  }),
  secretExpired: (app: string): Aadsts => ({
    number: 7000222,
    error: 'invalid_client',
    status: 401,
    text: `The provided client secret keys for app '${app}' are expired. Visit the Azure portal to create new keys for your app.`,
  }),
  secretMissing: (): Aadsts => ({
    number: 7000218,
    error: 'invalid_client',
    status: 401,
    text: "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
  }),
  unknownClient: (app: string, tenant: string): Aadsts => ({
    number: 700016,
    error: 'unauthorized_client',
    text: `Application with identifier '${app}' was not found in the directory '${tenant}'. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You may have sent your authentication request to the wrong tenant.`,
  }),
  permissionsNotListed: (app: string): Aadsts => ({
    number: 650057,
    error: 'invalid_client',
    text: `Invalid resource. The client has requested access to a resource which is not listed in the requested permissions in the client's application registration. Client app ID: ${app}(plMail). Resource value from request: 00000003-0000-0000-c000-000000000000.`,
  }),
  unknownTenant: (tenant: string): Aadsts => ({
    number: 90002,
    error: 'invalid_request',
    text: `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud.`,
  }),
  wrongRedirect: (uri: string): Aadsts => ({
    number: 50011,
    error: 'invalid_request',
    text: `The redirect URI '${uri}' specified in the request does not match the redirect URIs configured for the application. Make sure the redirect URI sent in the request matches one added to your application in the Azure portal.`,
  }),
  otherRedirect: (): Aadsts => ({
    number: 500112,
    error: 'invalid_grant',
    text: 'The reply address does not match the reply address provided when requesting the Authorization code.',
  }),
  twoResources: (scopes: string): Aadsts => ({
    number: 28000,
    error: 'invalid_scope',
    text: `Provided value for the input parameter scope is not valid because it contains more than one resource. Scope ${scopes} is not valid.`,
  }),
  wrongScope: (scope: string): Aadsts => ({
    number: 70011,
    error: 'invalid_scope',
    text: `The provided value for the input parameter 'scope' is not valid. The scope '${scope}' does not exist.`,
  }),
  missing: (parameter: string): Aadsts => ({
    number: 900144,
    error: 'invalid_request',
    text: `The request body must contain the following parameter: '${parameter}'.`,
  }),
  wrongGrantType: (grant: string): Aadsts => ({
    number: 70003,
    error: 'unsupported_grant_type',
    text: `The app requested an unsupported grant type '${grant}'.`,
  }),
  wrongResponseType: (type: string): Aadsts => ({
    number: 700054,
    error: 'unsupported_response_type',
    text: `response_type '${type}' is not enabled for the application.`,
  }),
  malformed: (): Aadsts => ({
    number: 9002313,
    error: 'invalid_grant',
    text: 'Invalid request. Request is malformed or invalid.',
  }),
  expired: (): Aadsts => ({
    number: 70008,
    error: 'invalid_grant',
    text: 'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
  }),
  idle: (issuedAt: Date): Aadsts => ({
    number: 700082,
    error: 'invalid_grant',
    text: `The refresh token has expired due to inactivity. The token was issued on ${issuedAt.toISOString().replace('Z', '0000Z')} and was inactive for 90.00:00:00.`,
  }),
  revoked: (): Aadsts => ({
    number: 50173,
    error: 'invalid_grant',
    text: 'The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or reset their password.',
  }),
  redeemed: (): Aadsts => ({
    number: 54005,
    error: 'invalid_grant',
    text: 'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
  }),
  otherTenant: (): Aadsts => ({
    number: 700005,
    error: 'invalid_grant',
    text: 'Provided Authorization Code is intended to use against other tenant, thus rejected.',
  }),
  wrongVerifier: (): Aadsts => ({
    number: 501481,
    error: 'invalid_grant',
    text: 'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
  }),
  signInNeeded: (): Aadsts => ({
    number: 50058,
    error: 'login_required',
    text: 'A silent sign-in request was sent but no user is signed in.',
  }),
} as const

/** The error body of the token endpoint [D]. */
export function aadstsAnswer(world: World, code: Aadsts): EmulatedAnswer {
  const at = world.clock.now().toISOString().slice(0, 19).replace('T', ' ')
  const trace = guid(world)
  const correlation = guid(world)
  return {
    status: code.status ?? 400,
    headers: { 'cache-control': 'no-store, no-cache' },
    body: {
      error: code.error,
      error_description: describe(code, trace, correlation, at),
      error_codes: [code.number],
      timestamp: `${at}Z`,
      trace_id: trace,
      correlation_id: correlation,
      error_uri: `https://login.microsoftonline.com/error?code=${code.number}`,
      ...(code.suberror !== undefined && { suberror: code.suberror }),
    },
  }
}

/** The same as one text, for pages and for redirects. */
export function aadstsText(world: World, code: Aadsts): string {
  const at = world.clock.now().toISOString().slice(0, 19).replace('T', ' ')
  return describe(code, guid(world), guid(world), at)
}

function describe(code: Aadsts, trace: string, correlation: string, at: string): string {
  return `AADSTS${code.number}: ${code.text} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${at}Z`
}
