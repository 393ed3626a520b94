export interface Workspace {
  /** From the root of the checkout: `packages/wire`. */
  folder: string
  manifest: { name: string; exports?: Record<string, string> }
}

/** The workspaces of this checkout, as their package.json files declare them. */
export function workspaces(): Workspace[]
/** The folder, and those of our own packages that it is bundled with. */
export function bundledFolders(folder: string, root?: string): string[]
/** Files and folders, from the root, that a package with all its own packages is built from. */
export function sourcesOf(folder: string, root?: string): string[]
/** The doors of all workspaces and the path of the source of each, for esbuild's `alias`. */
export function workspaceAliases(): Record<string, string>
