// Which paths have a page: the prerendered ones of the build, those that are rendered on demand, cases and players that exist.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPages, type HasPage, RENDERED_PATHS } from '../../../src/server/documents/known-pages.ts'
import { win } from '../../support/players/games.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const PAGES = new URL('../../../src/pages/[lang]/', import.meta.url).pathname

let site: TestSite
let client: string
let hasPage: HasPage

beforeAll(async () => {
  site = await openTestSite()
  client = await mkdtemp(join(tmpdir(), 'spacedrop-pages-'))
  for (const language of ['en', 'ru', 'uk']) {
    await mkdir(join(client, language, 'faq'), { recursive: true })
    await writeFile(join(client, language, 'faq', 'index.html'), '')
  }
  const { shop, profiles, shares, overlays, battles } = site.services
  hasPage = await findPages(client, {
    shop,
    hasPlayer: profiles.exists,
    hasShare: shares.exists,
    hasOverlay: overlays.exists,
    hasBattle: battles.views.exists,
  })
})

afterAll(async () => {
  await site.close()
  await rm(client, { recursive: true })
})

it('a path has a page when it was prerendered, is always rendered, or names a case, a player, a result, an overlay or a battle', async () => {
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

it('every page that is rendered on demand is known', async () => {
  const files = (await readdir(PAGES, { recursive: true })).filter((name) => name.endsWith('.astro'))
  const rendered: string[] = []
  for (const name of files) {
    if (!(await readFile(join(PAGES, name), 'utf8')).includes('prerender = false')) continue
    rendered.push(`/${name.replace(/(index)?\.astro$/, '')}`)
  }
  expect(rendered.toSorted()).toEqual(
    [...RENDERED_PATHS, '/battles/[id]', '/case/[url]', '/user/[id]', '/win/[token]', '/overlay/[token]'].toSorted(),
  )
})
