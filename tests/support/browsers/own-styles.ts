// What the content security policy of a page without scripts has to allow: its own styles by their hashes, and no others.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'

/** Asserts that a policy allows exactly the style elements of a page, which has no style attributes. */
export function expectOwnStyles(policy: unknown, page: string): void {
  const hashes = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  expect(hashes).toHaveLength(1)
  expect(page).not.toMatch(/\sstyle=/)
  const directives = String(policy).split('; ')
  expect(directives).toContain(`style-src 'self' ${hashes[0]}`)
  expect(directives).toContain("style-src-attr 'none'")
}
