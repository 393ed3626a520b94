/** The one scope that sets the vacation responder; the scope for all mail only reads it (discovery document). */
export const vacationScope = 'https://www.googleapis.com/auth/gmail.settings.basic'
