// The addresses of a brand's drawings on pages: another drawing has another one, so that no browser shows the one before.
import { createHash } from 'node:crypto'
import { isDrawn, TAB_ICON, WORDMARK_FILE } from './app-icons.ts'
import type { Brand } from './brand.ts'

const LENGTH = 10

const digestOf = (...parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, LENGTH)

/** Returns the address of the mark on its square. */
export function markAddress({ accent, mark }: Pick<Brand, 'accent' | 'mark'>): string {
  return isDrawn({ accent, mark }) ? `/${TAB_ICON}` : `/${TAB_ICON}?v=${digestOf(accent.colour, mark)}`
}

/** Returns the address of a wordmark. */
export function wordmarkAddress(wordmark: string): string {
  return `/${WORDMARK_FILE}?v=${digestOf(wordmark)}`
}
