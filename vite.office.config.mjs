import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import browserslist from 'browserslist'
import { defineConfig } from 'vite'
import { buildTargets } from './scripts/browser-floor.mjs'
import { nonBreakingLocales } from './scripts/content/non-breaking-locales.ts'
import { PACKAGES_FILE } from './scripts/licences/bundled.ts'

/** Stands in the page for the nonce, which the server makes for each response. */
const NONCE = '__NONCE__'

const root = join(import.meta.dirname, 'src', 'office')

/** The office: one page, its rooms loaded on demand. Its files are `dist/<build>/office`, apart from what players load. */
export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  cacheDir: join(import.meta.dirname, 'node_modules/.cache/office'),
  plugins: [react(), nonBreakingLocales()],
  html: { cspNonce: NONCE },
  build: {
    target: buildTargets(browserslist()),
    license: { fileName: PACKAGES_FILE },
    emptyOutDir: true,
    // As files: the policy allows no data URLs for fonts.
    assetsInlineLimit: 0,
    // The lists of what each room imports would weigh 1 KB of the first screen.
    modulePreload: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name].[hash].js',
        chunkFileNames: 'assets/[name].[hash].js',
        assetFileNames: 'assets/[name].[hash][extname]',
        codeSplitting: {
          groups: [
            // What most rooms share is one file: thirty small ones weighed 5 KB more in brotli.
            { name: 'shared', test: /\/src\//, minShareCount: 12 },
            // The router reads the addresses of all rooms: fourteen files weighed 1.3 KB more.
            { name: 'addresses', test: /\/rooms\/\w+\/search\.ts$/ },
          ],
        },
      },
    },
  },
})
