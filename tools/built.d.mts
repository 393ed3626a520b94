/** Whether the built program was made from the sources as they are; where there are no sources, it is what there is. */
export declare function isBuilt(root: string): boolean
export declare function stampBuilt(root: string): void
