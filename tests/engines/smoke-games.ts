// The second half of the smoke journey: the other games, a deposit, the rewards, the proof of a result, and pages without scripts.
import { formatMoney } from '../../src/i18n/format.ts'
import { textFor } from '../../src/i18n/text.ts'
import type { EnginePage } from '../support/engines/engine.ts'
import { type Actor, arrive, choose, openAndClose, pressOn, shell } from './actor.ts'

const SPIN_PRICE = 100

const words = {
  upgrade: textFor('en', 'upgrade'),
  contract: textFor('en', 'contract'),
  deposit: textFor('en', 'deposit'),
  wheel: textFor('en', 'wheel'),
  calendar: textFor('en', 'calendar'),
  missions: textFor('en', 'missions'),
  raffle: textFor('en', 'raffle'),
  free: textFor('en', 'freeCase'),
  opening: textFor('en', 'case'),
  fairness: textFor('en', 'fairness'),
}

export async function upgrade(actor: Actor): Promise<void> {
  const { page } = actor
  const t = words.upgrade
  await arrive(actor, '/upgrade', 'main [role="option"]')
  await page.click('main [role="option"]')
  if (page.screen === 'phone') await choose(actor, t('targets.title'))
  await page.click({ role: 'button', name: '×2' })
  await page.click({ role: 'button', start: t('go', { stake: '' }) })
  const result = { role: 'link', name: t('result.proof'), within: '#main' } as const
  await page.click({ role: 'button', name: t('skip') }, result)
  await page.see(result)
}

/** Runs in the page: tells whether the contract can be signed. The table of an example is listed before, without a button to sign. */
const isSignable = (): boolean =>
  document.querySelector('#game button:last-of-type')?.textContent.startsWith('Sign ') === true &&
  document.querySelector('main [aria-busy="true"]') === null

export async function contract(actor: Actor): Promise<void> {
  const { page } = actor
  const t = words.contract
  await arrive(actor, '/contracts', 'main [role="option"]')
  await page.click({ role: 'button', name: t('tools.fill') })
  // While the table loads, a press of the button to sign is ignored.
  await page.until('a contract that can be signed', isSignable)
  // A pointer would have to hold it.
  await pressOn(actor, { role: 'button', start: 'Sign ', within: `[aria-label="${t('controls')}"]` }, 'Enter')
  // Nothing is skipped here: on a slow machine the press would come when the same button closes the result.
  await page.see({ role: 'link', name: t('result.proof'), within: `[aria-label="${t('stage')}"]` })
}

export async function deposit(actor: Actor): Promise<void> {
  const { page, measure } = actor
  const t = words.deposit
  const dialog = 'dialog[open]'
  await arrive(actor, '/faq', 'header a[data-open="payment"]')
  await openAndClose(actor, 'header a[data-open="payment"]', dialog)
  await page.click('header a[data-open="payment"]')
  await page.click({ role: 'button', start: 'Visa', within: dialog })
  await page.focus({ role: 'textbox', name: t('amount.label'), within: dialog })
  await page.type('10')
  await page.click(`${dialog} button[type="submit"]`)
  await page.see('button[name="outcome"]')
  await measure('payment')
  await page.click('button[name="outcome"][value="pay"]')
  await page.see({ role: 'heading', name: t('arrived.title', { credit: '$10.00' }) })
}

export async function spin(actor: Actor): Promise<void> {
  const { page, site, measure } = actor
  const t = words.wheel
  await page.goto(`${site.url}/wheel`)
  // Everyone's spins are those of the other engines too.
  await choose(actor, t('spins.mine'))
  await page.see({ text: t('spins.noneMine') })
  await measure('/wheel')
  await page.click({ role: 'button', name: t('free.button') })
  const result = { role: 'link', name: t('result.proof'), within: '[data-stage]' } as const
  await page.click({ role: 'button', name: t('skip') }, result)
  await page.see(result)
  await page.see({ role: 'button', name: t('paid.button', { price: formatMoney(SPIN_PRICE) }) })
}

export async function claimDay(actor: Actor): Promise<void> {
  const t = words.calendar
  const claim = { role: 'button', name: t('claim', { number: 1 }) } as const
  await arrive(actor, '/calendar', claim)
  await actor.page.click(claim)
  await actor.page.see({ start: t('claimed'), within: 'main p' })
}

export async function claimMission(actor: Actor): Promise<void> {
  const card = '#mission-open-10'
  const claim = { role: 'button', start: words.missions('claim'), within: card } as const
  await arrive(actor, '/missions', claim)
  await actor.page.click(claim)
  await actor.page.see({ text: words.missions('won.title'), within: card })
}

export async function joinRaffle(actor: Actor): Promise<void> {
  const t = words.raffle
  const join = { role: 'button', name: t('join'), within: `article:first-of-type` } as const
  await arrive(actor, '/raffle', join)
  await actor.page.click(join)
  await actor.page.see({ text: t('joined'), within: 'article' })
}

export async function openFreeCase(actor: Actor): Promise<void> {
  const { page } = actor
  const open = { role: 'button', name: words.free('open', { name: 'Spark' }) } as const
  await arrive(actor, '/free_case', open)
  await page.click(open)
  const result = { role: 'link', name: words.opening('result.proof'), within: 'main' } as const
  await page.click({ role: 'button', name: words.opening('skip') }, result)
  await page.see(result)
}

/** Verifies the last result, reveals the seed, and verifies it again. */
export async function verify(actor: Actor): Promise<void> {
  const { page } = actor
  const t = words.fairness
  await page.click({ role: 'link', name: words.opening('result.proof'), within: 'main' })
  await page.see({ text: t('verdict.secret') })
  await page.click({ role: 'button', name: t('rotate.action') })
  await page.see({ text: t('verdict.right') })
  await arrive(actor, '/fairness', { role: 'heading', name: t('title') })
}

/** Reads a static page without scripts, its menu and another language. */
export async function readWithoutScripts(page: EnginePage, { site, measure }: Actor): Promise<void> {
  await page.goto(`${site.url}/contacts`)
  await page.see('main h1')
  await page.see({ text: shell('account.noScript') })
  await measure('/contacts')
  const [opener, menu] =
    page.screen === 'phone'
      ? ['nav [popovertarget="side-menu"]', '#side-menu']
      : [`[popovertarget="language-menu"]`, '']
  await page.click(opener)
  if (menu !== '') await page.click('[popovertarget="side-language-menu"]')
  await page.click('[popover] a[href^="/lang/uk"]')
  await page.see('html[lang="uk"] main')
}
