// Gives the browser's build our part of i18next and react-i18next; the server and the development server use these themselves.
import { join } from 'node:path'

const src = join(import.meta.dirname, '../src')

const REPLACEMENTS = {
  i18next: join(src, 'i18n/browser-i18next.ts'),
  'react-i18next': join(src, 'islands/browser-react-i18next.ts'),
}

/**
 * Creates a Vite plugin that replaces i18next and react-i18next in the browser's build.
 *
 * @returns {import('vite').Plugin}
 */
export function browserI18next() {
  return {
    name: 'browser-i18next',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => REPLACEMENTS[id] ?? null,
  }
}
