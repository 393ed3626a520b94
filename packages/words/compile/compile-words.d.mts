export function compileWords(options?: { out?: string }): boolean
