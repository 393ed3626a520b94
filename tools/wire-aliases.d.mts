/** The doors of @plmail/wire and the path of the source of each, for esbuild's `alias`. */
export function wireAliases(): Record<string, string>
