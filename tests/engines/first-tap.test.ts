// A tap that comes before its island, in Chromium and Firefox: it opens the dialog once the island is there, and the page says nothing of it meanwhile.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textFor } from '../../src/i18n/text.ts'
import { type RunningSite, startSite } from '../support/browsers/browser.ts'
import { ENGINES } from '../support/engines/all.ts'
import { createPage, isFault } from '../support/engines/engine.ts'
import { listenBefore } from '../support/sites/front-server.ts'

/** Runs in the page: returns the middle of the sign-in button in the header once it can be seen. */
function signInPlace(): { x: number; y: number } | null {
  const box = document.querySelector('header [data-open="login"]')?.getBoundingClientRect()
  return box === undefined || box.width === 0 ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const isUnhydrated = (): boolean => document.querySelector('header astro-island[ssr]') !== null
const isWholeDocument = (): boolean => document.readyState !== 'loading' && location.pathname === '/en/faq'

/** WebKit's driver answers nothing before a page is loaded, and the held script is a part of that. */
const DRIVEN = ENGINES.filter(({ name }) => name !== 'WebKit')

describe.each(DRIVEN)('in $name', ({ launch }) => {
  let site: RunningSite

  beforeAll(async () => {
    site = await startSite({ DATABASE_URL: '' })
  })

  afterAll(() => site?.stop())

  it('a tap on the sign-in button before its script has come opens the dialog', async () => {
    const release = Promise.withResolvers<void>()
    const front = await listenBefore(site.url, async (address) => {
      if (address.startsWith('/js/shell.')) await release.promise
    })
    const engine = await launch()
    try {
      const window = await engine.open('phone')
      const page = createPage(window)
      // Not awaited: Firefox calls a page loaded only when the script has come.
      const arrival = window.goto(`${front.url}/en/faq`)
      await page.until('the document', isWholeDocument)
      const { x, y } = await page.until('the sign-in button', signInPlace)
      await window.clickAt(x, y)
      expect(await window.evaluate(isUnhydrated)).toBe(true)
      release.resolve()
      await arrival
      await page.see({ role: 'dialog', name: textFor('en', 'login')('title') })
      await page.see({ role: 'checkbox', within: 'dialog[open]' })
      expect(window.errors().filter(isFault)).toEqual([])
    } finally {
      release.resolve()
      await engine.close()
      front.close()
    }
  })
})
