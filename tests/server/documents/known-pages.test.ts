// Which paths have a page: those of the site, those of the shop's texts, cases and players that exist.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDefaultTexts } from '../../../src/content/default-texts.ts'
import { OWN_PAGES, PARAMETER_PATHS, SITE_PATHS } from '../../../src/content/routes.ts'
import { findPages, type HasPage } from '../../../src/server/documents/known-pages.ts'
import { win } from '../../support/players/games.ts'
import { createTexts } from '../../support/shop/shop.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const PAGES = new URL('../../../src/pages/[lang]/', import.meta.url).pathname

let site: TestSite
const defaults = readDefaultTexts()
const texts = createTexts(defaults)
let hasPage: HasPage

beforeAll(async () => {
  site = await openTestSite()
  const { shop, profiles, shares, overlays, battles } = site.services
  hasPage = findPages({
    texts,
    shop,
    hasPlayer: profiles.exists,
    hasShare: shares.exists,
    hasOverlay: overlays.exists,
    hasBattle: battles.views.exists,
  })
})

afterAll(async () => {
  await site.close()
})

it('a path has a page when the site or its texts have it, or it names a case, a player, a result, an overlay or a battle', async () => {
  const player = await site.newPlayer()
  const [won] = await win(player, 1)
  const { path: share } = (await player.post('/api/share', { roll: won?.id })).body
  const { overlay } = (await player.post('/api/user/overlay', { action: 'make' })).body
  const terms = { format: '1v1', mode: 'normal', crazy: false, fast: false, isPrivate: true, percent: 100, fund: 0 }
  const body = { ...terms, rounds: ['orion'], price: site.services.shop.caseAt('orion')?.price, seed: 'a'.repeat(16) }
  const { battle } = (await player.post('/api/battles', body)).body
  const made = [`/user/${player.playerId}`, share, overlay.path, `/battles/${battle.id}`]
  for (const path of ['/', '/faq', '/contracts', '/case/orion', ...made]) {
    expect(await hasPage(path), path).toBe(true)
  }
})

it.each([
  '/nowhere',
  '/faq/faq',
  '/en/faq',
  '/case',
  '/case/unknown',
  '/case/orion/x',
  '/case/__proto__',
  '/user',
  '/user/1',
  '/user/0',
  '/user/999999999',
  '/user/9999999999',
  '/user/01000',
  '/battles/unknown',
  '/battles/0199a2f0-0000-7000-8000-00000000000f',
  '/user/1e3',
  '/win',
  '/win/1',
  '/win/AAAAAAAAAAAAAAAAAAAAAA',
  '/overlay',
  '/overlay/AAAAAAAAAAAAAAAAAAAAAA',
])('%s has no page', async (path) => {
  expect(await hasPage(path)).toBe(false)
})

it('a page of the texts is there as long as they have it', async () => {
  expect(await hasPage('/shipping')).toBe(false)
  texts.replace({ ...defaults, pageNames: new Set([...defaults.pageNames, 'shipping']) })
  expect(await hasPage('/shipping')).toBe(true)
  texts.replace(defaults)
  expect(await hasPage('/shipping')).toBe(false)
})

it('every file of a page is known', async () => {
  const files = (await readdir(PAGES, { recursive: true })).filter((name) => name.endsWith('.astro'))
  const paths = files.map((name) => `/${name.replace(/(index)?\.astro$/, '')}`)
  const known = [...SITE_PATHS, ...OWN_PAGES.map((name) => `/${name}`), ...Object.values(PARAMETER_PATHS)]
  // The page of unknown addresses, and the one of all other texts.
  expect(paths.toSorted()).toEqual([...known, '/404', '/[page]'].toSorted())
})
