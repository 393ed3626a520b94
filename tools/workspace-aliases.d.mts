/** The doors of our own packages and the path of the source of each, for esbuild's `alias`. */
export function workspaceAliases(): Record<string, string>
