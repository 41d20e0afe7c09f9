// The shop's own name.

/** The name that pages, pictures and messages have. The only place where it is written (scripts/conventions/brand.ts). */
export const BRAND_NAME = 'SPACEDROP'
