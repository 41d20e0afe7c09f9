// The pages of the specification's route table that need no player, and one that does not exist.
import { INDEXED_PAGES } from '../../../src/server/documents/search.ts'

type IndexedPage = (typeof INDEXED_PAGES)[number]

/** Prerendered pages of text without controls of their own: the goals of static pages hold for them. */
export const TEXT_PAGES = [
  '/faq',
  '/privacy',
  '/terms-of-use',
  '/contacts',
  '/cooperation',
] as const satisfies IndexedPage[]

/** Prerendered pages that have controls, and whose text works without JavaScript. */
export const CONTROL_PAGES = ['/protection'] as const satisfies IndexedPage[]

/** Prerendered pages that work without JavaScript: one for each folder of the content. */
export const STATIC_PAGES = [...TEXT_PAGES, ...CONTROL_PAGES] as const

export const PAGES = [...INDEXED_PAGES, '/case/orion', '/user/1000', '/dashboard', '/nowhere'] as const
