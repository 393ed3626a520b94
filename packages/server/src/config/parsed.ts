/** A value, or what is wrong, worded to follow the name of the variable or field: "must be …". */
export type Parsed<T> = { ok: true; value: T } | { ok: false; why: string }
