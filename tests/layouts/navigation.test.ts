// The menus of the shell have the links of the specification, in its order; what is ours may stand between them.
import { describe, expect, it } from 'vitest'
import {
  BOTTOM_BAR_LINKS,
  GAME_LINKS,
  LEGAL_LINKS,
  type MenuLink,
  MORE_LINKS,
  SIDE_MENU_LINKS,
} from '../../src/layouts/navigation.ts'

/** Returns the paths of a menu that are among these. */
function pathsOf(links: readonly MenuLink[], specified: readonly string[]): string[] {
  return links.map(({ href }) => href).filter((href) => specified.includes(href))
}

describe('the links of', () => {
  it.each([
    ['the header', GAME_LINKS, ['/', '/upgrade', '/contracts', '/deposit', '/bonuses', '/wheel']],
    ['the subheader', MORE_LINKS, ['/missions', '/calendar', '/cooperation', '/referral', '/faq', '/free_case']],
    ['the side menu', SIDE_MENU_LINKS, ['/missions', '/cooperation', '/referral', '/faq']],
    ['the footer', LEGAL_LINKS, ['/terms-of-use', '/privacy', '/contacts', '/faq']],
  ])('%s are in the order of the specification', (_menu, links, specified) => {
    expect(pathsOf(links, specified)).toEqual(specified)
  })

  it('the bottom bar are those of the specification alone', () => {
    expect(BOTTOM_BAR_LINKS.map(({ href }) => href)).toEqual(['/', '/upgrade', '/contracts', '/free_case'])
  })
})

it('the menus of phones reach all that those of a desktop reach', () => {
  const phone = new Set([...BOTTOM_BAR_LINKS, ...SIDE_MENU_LINKS].map(({ href }) => href))
  for (const { href } of [...GAME_LINKS, ...MORE_LINKS]) expect(phone).toContain(href)
})
