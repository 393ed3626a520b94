import type { MicrosoftCloud } from '../contract/grant.ts'

/** The endpoints of Microsoft. */
export interface MicrosoftEndpoints {
  /** Origin of the sign-in service; `/{tenant}/oauth2/v2.0/…` is below it. */
  login: string
  graph: string
  /** Origins that upload sessions may lead to; such an address carries its own permission, so no token goes there. */
  uploadOrigins: readonly string[]
  /** The prefix of permissions; empty where names without a resource are Graph's. */
  scopePrefix: string
}

export const microsoftEndpoints: Readonly<MicrosoftEndpoints> = {
  login: 'https://login.microsoftonline.com',
  graph: 'https://graph.microsoft.com/v1.0',
  uploadOrigins: ['https://outlook.office.com', 'https://outlook.office365.com'],
  scopePrefix: '',
}

/**
 * The addresses of each cloud (Microsoft Graph, "National cloud deployments"; Exchange Online endpoints of GCC High, DoD
 * and 21Vianet for the hosts of uploads). In a national cloud a permission without its resource would be one of the
 * global Graph's.
 */
export const microsoftEndpointsByCloud: Readonly<Record<MicrosoftCloud, MicrosoftEndpoints>> = {
  global: microsoftEndpoints,
  'us-government': {
    login: 'https://login.microsoftonline.us',
    graph: 'https://graph.microsoft.us/v1.0',
    uploadOrigins: ['https://outlook.office365.us'],
    scopePrefix: 'https://graph.microsoft.us/',
  },
  'us-dod': {
    login: 'https://login.microsoftonline.us',
    graph: 'https://dod-graph.microsoft.us/v1.0',
    uploadOrigins: ['https://outlook-dod.office365.us', 'https://webmail.apps.mil'],
    scopePrefix: 'https://dod-graph.microsoft.us/',
  },
  china: {
    login: 'https://login.partner.microsoftonline.cn',
    graph: 'https://microsoftgraph.chinacloudapi.cn/v1.0',
    uploadOrigins: ['https://partner.outlook.cn'],
    scopePrefix: 'https://microsoftgraph.chinacloudapi.cn/',
  },
}
