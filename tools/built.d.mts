export type Part = 'program' | 'emulators'

/** Whether the built part was made from the sources as they are; where there are no sources, it is what there is. */
export declare function isBuilt(root: string, part?: Part): boolean
export declare function stampBuilt(root: string, part?: Part): void
