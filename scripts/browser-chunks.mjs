// The files that the browser's scripts are in. Small files compress worse: a case page in 29 files was 7 KB heavier than in 16.
import { join } from 'node:path'

const CASE_SCREEN = join(import.meta.dirname, '../src/islands/case/CaseScreen.tsx')

/**
 * Returns the name of a group for modules that a case page loads with its screen; no other module is in the group, so that the page does not
 * load it.
 *
 * @param {string} name
 * @returns {(id: string, context: import('vite').Rolldown.ChunkingContext) => string | null}
 */
function forCasePage(name) {
  const needed = new Set()
  return (id, context) => {
    const add = (at) => {
      if (needed.has(at)) return
      needed.add(at)
      for (const next of context.getModuleInfo(at)?.importedIds ?? []) add(next)
    }
    add(CASE_SCREEN)
    return needed.has(id) ? name : null
  }
}

/**
 * What pages share: the shell, which runs on every page without React, React, what makes an island, what a case has on home and on its own
 * page, what home has with others, what most screens use, what games use, and the opening of a case. A page's own islands keep what only
 * they use. A group takes the modules that its modules import, too, unless one with a higher priority has them.
 *
 * @type {import('vite').Rolldown.CodeSplittingOptions}
 */
export const codeSplitting = {
  groups: [
    {
      name: 'early',
      test: /\/src\/islands\/shell\/start-page\.ts$|\/react\/(jsx-runtime|cjs\/react-jsx-runtime)/,
      priority: 8,
    },
    { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|@astrojs\/react)\//, priority: 7 },
    { name: 'islands', test: /\/src\/islands\/(island|late-part)\.tsx$|\/@nanostores\/react\//, priority: 6 },
    {
      name: 'cases',
      test: /\/src\/(stores\/games\/(quick-open|wanted-opening)|islands\/ui\/favourites)\.ts$/,
      priority: 5,
    },
    // Home needs all of it, and in one file; the dashboard and the leaderboard the offer of the app, the creation of a battle the search.
    {
      name: 'home',
      test: /\/src\/(game\/case-find|islands\/app\/offer-app|stores\/account\/app-install)\.ts$/,
      priority: 5,
    },
    {
      name: forCasePage('screens'),
      test: /\/src\/(game|stores|islands\/ui)\//,
      minShareCount: 11,
      priority: 4,
    },
    {
      name: forCasePage('games'),
      test: /\/src\/(game|stores|islands\/ui)\//,
      minShareCount: 2,
      priority: 3,
    },
    {
      name: forCasePage('opening'),
      test: /\/src\/(islands\/case|stores\/(games|fairness))\//,
      minShareCount: 2,
      priority: 2,
    },
    { name: 'stores', test: /\/src\/(stores|game|i18n)\/.*\.ts$/, minShareCount: 6, priority: 1 },
    { name: 'parts', test: /\/src\/islands\/ui\/.*\.tsx$/, minShareCount: 5 },
  ],
}
