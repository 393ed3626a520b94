/**
 * The property in which a meeting's provider states whether the user may change what all participants share, where
 * addresses alone would suggest otherwise: guests may, or the organizer is a calendar or an alias of the user's own
 * (true); somebody else's (false).
 */
export const mayUpdateAllName = 'plmail:mayUpdateAll'
