import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { islandGuard } from './scripts/build-guard.mjs'
import { cutFonts } from './scripts/cut-fonts.mjs'
import { lateStyles } from './scripts/late-styles.mjs'
import { toastStyles } from './scripts/toast-styles.mjs'

/**
 * What every page needs, in few pieces: what runs at once, React, and the shell with all that it imports. A page's own islands keep
 * what only they use.
 */
const codeSplitting = {
  groups: [
    { name: 'early', test: /\/src\/islands\/shell\/early\.ts$/, priority: 3 },
    {
      name: 'react',
      test: /\/node_modules\/(react|react-dom|scheduler|@astrojs\/react)\//,
      priority: 2,
    },
    { name: 'shell', test: /\/src\/islands\/shell\/shell\.ts$/, priority: 1 },
  ],
}

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
  integrations: [react()],
  devToolbar: { enabled: false },
  // In the page: fifteen sheets are as many requests before the first paint, and compress worse than one text (README, design notes).
  build: { format: 'directory', inlineStylesheets: 'always', assets: 'assets/built' },
  vite: {
    plugins: [cutFonts(), islandGuard(), lateStyles(), toastStyles()],
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: built } } } },
  },
})
