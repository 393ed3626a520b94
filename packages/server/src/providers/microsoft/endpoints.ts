/** Where Microsoft answers. */
export interface MicrosoftEndpoints {
  /** Origin of the sign-in service; `/{tenant}/oauth2/v2.0/…` is below it. */
  login: string
  graph: string
  /** Origins that upload sessions may lead to; such an address carries its own permission, so no token goes there. */
  uploadOrigins: readonly string[]
}

export const microsoftEndpoints: Readonly<MicrosoftEndpoints> = {
  login: 'https://login.microsoftonline.com',
  graph: 'https://graph.microsoft.com/v1.0',
  uploadOrigins: ['https://outlook.office.com', 'https://outlook.office365.com'],
}
