/** Row heights in CSS px (frontend.md §9): fixed, so that windowing stays exact. */
export const rowHeights = { compact: 32, cosy: 40, airy: 52, phone: 64 } as const
