/**
 * Returns how the name of a folder begins that is set aside under another name, so that nothing is delivered to it
 * before it is deleted. Its UIDVALIDITY and a bracket follow.
 */
export const asideStart = (name: string): string => `${name} (deleted `
