/** Names the form of a new address or a new password, for whoever opens it again. */
export const credentialForm = (kind: 'email' | 'password'): string => `profile/${kind}`
