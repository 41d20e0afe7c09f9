// The first half of the smoke journey: the shell with its menus and dialogs, the sign-in, and the opening of cases.
import { textFor } from '../../src/i18n/text.ts'
import { CASE } from '../e2e/parts/player.ts'
import type { Target } from '../support/engines/engine.ts'
import { type Actor, arrive, choose, closeBeside, login, openAndClose, shell } from './actor.ts'

const t = textFor('en', 'case')

const LOGIN = 'dialog[open]'

export async function seeHome(actor: Actor): Promise<void> {
  await arrive(actor, '/', { role: 'button', name: shell('account.signIn') })
  await actor.page.see('main a[href^="/case/"]')
}

export async function openMenus(actor: Actor): Promise<void> {
  const { page } = actor
  if (page.screen === 'desktop') {
    for (const menu of ['language-menu', 'settings-menu']) {
      await openAndClose(actor, `[popovertarget="${menu}"]`, `#${menu}`)
      await closeBeside(actor, `[popovertarget="${menu}"]`, `#${menu}`, 20, 500)
    }
    return
  }
  const side = 'nav [popovertarget="side-menu"]'
  await openAndClose(actor, side, '#side-menu')
  await closeBeside(actor, side, '#side-menu', 4, 400)
  await page.click(side)
  for (const menu of ['side-language-menu', 'side-settings-menu']) {
    await openAndClose(actor, `[popovertarget="${menu}"]`, `#${menu}`)
    await closeBeside(actor, `[popovertarget="${menu}"]`, `#${menu}`, 300, 700)
    await page.see('#side-menu')
  }
  await page.click('[popovertargetaction="hide"]')
  await page.miss('#side-menu')
}

/** Runs in the page: tells whether it has a path. */
const isBack = (path: string): boolean => location.pathname === path

/** Follows the dialog and the sandbox's stand-in for Steam. */
export async function signIn(actor: Actor): Promise<void> {
  const { page, player } = actor
  await arrive(actor, `/case/${CASE}`, { role: 'button', name: t('demo') })
  await openAndClose(actor, 'header [aria-haspopup="dialog"]', LOGIN)
  await page.click('header [aria-haspopup="dialog"]')
  await page.see({ role: 'dialog', name: login('title') })
  const submit = { role: 'button', name: login('submit'), within: LOGIN } as const
  for (const box of [1, 2]) await page.click(`${LOGIN} label:nth-of-type(${box}) input`)
  await page.click(submit)
  await page.click(`li:nth-of-type(${player + 1}) button[name="player"]`)
  // The page that receives the sign-in has the player's header too, and is left at once.
  await page.until('the page of the sign-in', isBack, `/case/${CASE}`)
  await page.see('header a[href="/dashboard"]')
}

export async function readNotifications(actor: Actor): Promise<void> {
  const bell = 'header section button[popovertarget]'
  const menu = 'header section [popover]'
  await openAndClose(actor, bell, menu)
  await closeBeside(actor, bell, menu, 20, 700)
}

/**
 * Runs in the page: marks it once a card moves the live drops. It looks as the animation begins: on a busy machine the next frame comes
 * after its end.
 */
function watchSlides(): void {
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...args) {
    const animation = animate.apply(this, args)
    const isMoved = animation.playState === 'running' && getComputedStyle(this).transform !== 'none'
    if (isMoved && this.matches('.live ul')) document.body.setAttribute('data-slid', '')
    return animation
  }
}

/** Opens cases; where the machine is slow the reel ends before it is skipped. */
async function open(actor: Actor, count: number, result: Target): Promise<void> {
  const { page } = actor
  await choose(actor, String(count))
  await page.click(`section[aria-label="${t('controls')}"] button[class*="_open_"]:not(:disabled)`)
  await page.click({ role: 'button', name: t('skip') }, result)
}

export async function openCases(actor: Actor): Promise<void> {
  const { page } = actor
  await page.evaluate(watchSlides)
  const proof = { role: 'link', name: t('result.proof'), within: `[aria-label="${t('stage')}"]` } as const
  await open(actor, 1, proof)
  const address = await page.attribute(proof, 'href')
  await page.click({ role: 'button', start: t('result.sell', { price: '' }) })
  await page.see({ text: t('result.sold') })
  // The hint of the first item is where the demo is on a phone. Many results hide it.
  await page.click({ role: 'button', name: textFor('en', 'hints')('done') })
  const sellAll = { role: 'button', start: t('result.sellAll', { price: '' }) } as const
  await open(actor, 10, sellAll)
  await page.see(sellAll)
  // The own drop arrives ten seconds after the opening.
  const isThere = (link: string): boolean => document.querySelector(`.live [href="${link}"]`) !== null
  await page.until('the own drop', isThere, address)
  await page.see('body[data-slid]')
  await choose(actor, '1')
  await page.click({ role: 'button', name: t('demo') })
  const demo = { text: t('demoMark') }
  await page.click({ role: 'button', name: t('skip') }, demo)
  await page.see(demo)
}
