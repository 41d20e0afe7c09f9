import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import browserslist from 'browserslist'
import { browserChunks, isInlineSheet, pageChunks } from './scripts/browser-chunks.mjs'
import { buildTargets } from './scripts/browser-floor.mjs'
import { nonBreakingLocales } from './scripts/content/non-breaking-locales.ts'
import { PACKAGES_FILE } from './scripts/licences/bundled.ts'

const targets = buildTargets(browserslist())

/**
 * Browser code. Style sheets come from the code that draws pages, so that no script waits for one: the only sheet made here is on no page, and
 * Astro removes it. Module preload would list the scripts of each lazy part, 0.6 KB of the shell; without it a dialog that opens for the
 * first time takes one request more.
 */
const client = {
  build: {
    target: targets,
    license: { fileName: PACKAGES_FILE },
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      output: {
        // Scripts lie under /js, as the specification has it; styles and fonts under /assets/built. Both carry a hash in their names.
        entryFileNames: 'js/[name].[hash].js',
        chunkFileNames: 'js/[name].[hash].js',
        assetFileNames: 'assets/built/[name].[hash][extname]',
        codeSplitting: browserChunks,
      },
    },
  },
}

/**
 * Code that draws pages on the server, with every package in it: an installation that serves a build needs none of what built it. It is without
 * comments and indentation, and in ASCII, because the process keeps this text, at two bytes a character where a single one is beyond
 * Latin-1. Names stay, for the traces of errors.
 */
const ssr = {
  resolve: { noExternal: true },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    cssTarget: targets,
    license: { fileName: PACKAGES_FILE },
    rolldownOptions: {
      output: {
        codeSplitting: pageChunks,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
      },
    },
  },
}

const site = {
  name: 'site',
  hooks: {
    /** `client:shell` hydrates the islands of the shell. */
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'shell', entrypoint: './src/islands/shell/shell-directive.ts' }),
    // In this hook, for builds alone: Astro replaces most of what its own configuration says of these environments.
    'astro:build:setup': ({ updateConfig }) => updateConfig({ environments: { client, ssr } }),
  },
}

export default defineConfig({
  // A shop changes its name and its texts without a build.
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), site],
  // Pages show pictures as they are; the usual service would bundle sharp into the server.
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  // The sheet of the shell is a file, those of a page are written into it (docs/decisions/0044-shell-styles-in-a-file.md).
  build: { format: 'directory', inlineStylesheets: 'auto', assets: 'assets/built' },
  vite: { plugins: [nonBreakingLocales()], build: { assetsInlineLimit: isInlineSheet } },
})
