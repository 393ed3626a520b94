/**
 * What the provider of a meeting says of who may change what all its people share, where addresses alone would say
 * otherwise: guests may, or the organizer is a calendar or an alias of the user's own (true); somebody else's (false).
 */
export const mayUpdateAllName = 'plmail:mayUpdateAll'
