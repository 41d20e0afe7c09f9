// The titles of pages, as browsers' tabs and search engines show them.
import { brandName } from './text.ts'

/** Returns the title of a page by its name, as the texts in `pages` have theirs. */
export const pageTitle = (name: string): string => `${brandName()}\u00a0— ${name}`
