// The icons of the sprite: games and links name icons that exist, and every game is in a menu.
import { describe, expect, it } from 'vitest'
import { ICONS } from '../../src/art/icons.ts'
import { GAMES } from '../../src/game/base/games.ts'
import { BOTTOM_BAR_LINKS, GAME_LINKS, LEGAL_LINKS, MORE_LINKS, SIDE_MENU_LINKS } from '../../src/layouts/navigation.ts'

const MENUS = {
  'the header': [...GAME_LINKS, ...MORE_LINKS],
  'the bottom bar and the side menu': [...BOTTOM_BAR_LINKS, ...SIDE_MENU_LINKS],
}

describe('the sprite', () => {
  it('has the icon of every game', () => {
    for (const [game, { icon }] of Object.entries(GAMES)) expect(Object.keys(ICONS), game).toContain(icon)
  })

  it('has the icon of every link', () => {
    for (const { key, icon } of [...Object.values(MENUS).flat(), ...LEGAL_LINKS]) {
      expect(Object.keys(ICONS), key).toContain(icon)
    }
  })
})

describe.each(Object.entries(MENUS))('%s', (_menu, links) => {
  it.each(Object.entries(GAMES))('links to the page of %s', (_game, { path }) => {
    expect(links.map(({ href }) => href)).toContain(path)
  })
})
