import { satteri } from '@astrojs/markdown-satteri'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import { codeSplitting } from './scripts/browser-chunks.mjs'
import { browserFloor } from './scripts/browser-floor.mjs'
import { browserI18next } from './scripts/browser-i18next.mjs'
import { islandGuard, licenceGuard } from './scripts/build-guard.mjs'
import { bundleServer } from './scripts/bundle-server.mjs'
import { contentCheck } from './scripts/content/content-check.ts'
import { nonBreaking, nonBreakingLocales } from './scripts/content/non-breaking.ts'
import { scriptImports } from './scripts/script-imports.mjs'
import { staleStyles } from './scripts/stale-styles.mjs'
import { subsetFonts } from './scripts/subset-fonts.mjs'

// Scripts lie under /js, as the specification has it; styles and fonts under /assets/built. Both carry a hash in their names.
const built = {
  entryFileNames: 'js/[name].[hash].js',
  chunkFileNames: 'js/[name].[hash].js',
  assetFileNames: 'assets/built/[name].[hash][extname]',
  codeSplitting,
}

export default defineConfig({
  output: 'static',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), contentCheck()],
  // Pages show pictures as they are; the usual service would bundle sharp into the server.
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  // A page with a file of its own that `[page].astro` makes too ends the build.
  prerenderConflictBehavior: 'error',
  // Headings name their ids, `## Deposits {#deposits}`, so that links are the same in every language.
  markdown: { processor: satteri({ features: { headingAttributes: true }, mdastPlugins: [nonBreaking] }) },
  // In the page: fifteen sheets are as many requests before the first paint, and compress worse than one text (README, design notes).
  build: { format: 'directory', inlineStylesheets: 'always', assets: 'assets/built' },
  vite: {
    plugins: [
      browserFloor(),
      browserI18next(),
      nonBreakingLocales(),
      subsetFonts(),
      islandGuard(),
      licenceGuard(),
      bundleServer(),
      staleStyles(),
      scriptImports(),
    ],
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: built } } } },
  },
})
