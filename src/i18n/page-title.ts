// The titles of pages, as browsers' tabs and search engines show them.
import { BRAND_NAME } from '../game/base/brand.ts'

/** Returns the title of a page by its name, as the texts in `pages` have theirs. */
export const pageTitle = (name: string): string => `${BRAND_NAME}\u00a0— ${name}`
