// The look of a shop as one style rule in the head of its pages.
import { accentDeclarations } from '../../game/base/accent.ts'
import type { Brand } from './brand.ts'
import { wordWidthStyle } from './word-width.ts'

/** Returns the rule; empty where a shop looks as the style sheets have it. */
export function brandStyle({ name, accent }: Pick<Brand, 'name' | 'accent'>): string {
  const declarations = [accentDeclarations(accent), wordWidthStyle(name)].filter((one) => one !== '')
  // Twice, to come before the rule of the style sheet whichever is read last.
  return declarations.length === 0 ? '' : `:root:root{${declarations.join(';')}}`
}
