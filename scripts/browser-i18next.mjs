// Gives the browser's build src/i18n/browser-i18next.ts for i18next; the server and the development server use i18next itself.
import { join } from 'node:path'

const REPLACEMENT = join(import.meta.dirname, '../src/i18n/browser-i18next.ts')

/**
 * Creates a Vite plugin that replaces i18next in the browser's build.
 *
 * @returns {import('vite').Plugin}
 */
export function browserI18next() {
  return {
    name: 'browser-i18next',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (id === 'i18next' ? REPLACEMENT : null),
  }
}
