/**
 * An address in the pieces that a line may end between, as one reads it aloud: `nora@`, `larkfield`, `.example`. Broken
 * anywhere else, a half of it looks like a whole one.
 */
export const addressPieces = (address: string): readonly string[] => address.split(/(?<=.@)|(?<=.)(?=\.)/)
