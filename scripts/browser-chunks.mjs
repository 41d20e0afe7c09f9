// The files that pages share: their scripts, and the style sheet of the shell. Everything else is divided by the bundler. Small files compress
// worse, and a file of what many pages need has more than one of them needs.
import { join } from 'node:path'

const src = (path) => join(import.meta.dirname, '../src', path)

/** What every page runs first; it must not wait for React. */
const START = [src('islands/shell/start-page.ts')]

const LAYOUT = [src('layouts/Shell.astro')]

/** The islands of the layout that guests load too. */
const SHELL = [
  'live/LiveStrip.tsx',
  'account/login/LoginDialog.tsx',
  'shell/AccountCorner.tsx',
  'shell/Counters.tsx',
  'shell/SideAccount.tsx',
  'shell/SocialLinks.tsx',
  'shell/TopLayer.tsx',
].map((path) => src(`islands/${path}`))

const STORES = /\/src\/stores\//

const HOME = ['cards.ts', 'favourites.ts', 'HeroLink.tsx', 'OwnCases.tsx', 'search.ts'].map((path) =>
  src(`islands/home/${path}`),
)

const CASE_PAGE = [src('islands/games/case/CaseScreen.tsx')]

/** The sheet of the shell, a file of this name in `assets/built`. */
const SHELL_SHEET = 'shell'

/**
 * Returns the name of a group for modules that some entries load; null for all others, so that pages without these entries do not load them.
 *
 * @param {string} name
 * @param {readonly string[]} entries
 * @param {{ later?: boolean }} [options] `later` counts dynamic imports too
 * @returns {(id: string, context: import('vite').Rolldown.ChunkingContext) => string | null}
 */
function loadedBy(name, entries, { later = false } = {}) {
  const needed = new Set()
  return (id, context) => {
    const add = (at) => {
      if (needed.has(at)) return
      needed.add(at)
      const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(at) ?? {}
      for (const next of later ? [...importedIds, ...dynamicallyImportedIds] : importedIds) add(next)
    }
    for (const entry of entries) add(entry)
    return needed.has(id) ? name : null
  }
}

const startsPage = loadedBy('start', START)
const storesOfShell = loadedBy('start', SHELL)
const ofHome = loadedBy('cases', HOME)
const ofCasePage = loadedBy('case', CASE_PAGE)

/**
 * The scripts of browsers. A group takes what its modules import, too, unless one with a higher priority has it.
 *
 * @type {import('vite').Rolldown.CodeSplittingOptions}
 */
export const browserChunks = {
  groups: [
    { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|@astrojs\/react)\//, priority: 4 },
    {
      // With the stores of the shell: scripts of pages import them too, and would wait for React.
      name: (id, context) => startsPage(id, context) ?? (STORES.test(id) ? storesOfShell(id, context) : null),
      priority: 3,
    },
    { name: loadedBy('shell', SHELL), priority: 2 },
    // Apart: home needs these alone of what a case page does.
    { name: (id, context) => ofCasePage(id, context) && ofHome(id, context), priority: 1 },
    { name: ofCasePage },
  ],
}

/**
 * The code that draws pages: the styles of the shell and of its dialogs are one sheet.
 *
 * @type {import('vite').Rolldown.CodeSplittingOptions}
 */
export const pageChunks = { groups: [{ name: loadedBy(SHELL_SHEET, LAYOUT, { later: true }), test: /\.css$/ }] }

/** Tells whether a style sheet is written into the pages that need it: each but that of the shell, which browsers keep. */
export const isInlineSheet = (path) => path.endsWith('.css') && !path.includes(`/${SHELL_SHEET}.`)
