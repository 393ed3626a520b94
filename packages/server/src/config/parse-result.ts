import type { SettingFault } from './setting-problem.ts'

/** A value, or what is wrong with it. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; fault: SettingFault }
