// The bonuses page between browser and server: links that are ticked off, a claim that is made once, a code that is
// passed to the deposit.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BonusesReply } from '../../../src/protocol/bonuses.ts'
import type { Settings } from '../../../src/protocol/settings.ts'
import { takeLoggedLines } from '../../support/runner/logged-lines.ts'
import { Browser } from '../browser-stub.ts'
import { PLAYER } from '../sample-player.ts'

const local: Record<string, string> = {}
const session = new Map<string, string>()

const sessionStorage = {
  getItem: (key: string) => session.get(key) ?? null,
  setItem: (key: string, text: string) => session.set(key, text),
}

beforeAll(() => {
  vi.stubGlobal('localStorage', local)
})

afterAll(() => {
  vi.unstubAllGlobals()
})

const LINKS = [
  { network: 'instagram' as const, url: 'https://instagram.example' },
  { network: 'telegram' as const, url: 'https://telegram.example' },
  { network: 'x' as const, url: 'https://x.example' },
]

const STANDING: BonusesReply = {
  success: true,
  firstDeposit: { percent: 5, state: 'code' },
  giftRefusal: null,
  social: { amount: 50, claimed: false, links: LINKS },
}

const SETTINGS: Settings = {
  sitename: 'SPACEDROP',
  mode: 'sandbox',
  realtimePort: null,
  social: { instagram: 'https://instagram.example', tiktok: '', telegram: '', x: 'https://x.example' },
  languages: ['en', 'ru', 'uk'],
  defaultCurrency: { en: 'RUB', ru: 'RUB', uk: 'RUB' },
  off: [],
  now: 0,
}

const APPROVE = '/payment/promocode/approve'
const SOCIAL = '/bonuses/social'
/** What a claim logs whose call was not answered. */
const UNANSWERED: string = expect.stringContaining(`${SOCIAL} was not answered`)

/** Resets everything, as on a fresh page. */
async function freshPage() {
  vi.resetModules()
  const [bonuses, promo, code, settings, socket, toasts, user] = await Promise.all([
    import('../../../src/stores/rewards/bonuses.ts'),
    import('../../../src/stores/payments/promo.ts'),
    import('../../../src/stores/payments/payment-code.ts'),
    import('../../../src/stores/account/settings.ts'),
    import('../../../src/stores/kernel/realtime-events.ts'),
    import('../../../src/stores/kernel/toasts.ts'),
    import('../../../src/stores/kernel/user.ts'),
  ])
  return { ...bonuses, ...promo, ...code, ...settings, ...socket, ...toasts, ...user }
}

let browser: Browser
let page: Awaited<ReturnType<typeof freshPage>>

beforeEach(async () => {
  vi.stubGlobal('sessionStorage', sessionStorage)
  local['spacedrop:social-opened'] = 'x,<b>,facebook,instagram,x'
  session.set('spacedrop:promo-code', 'ORBIT')
  browser = new Browser()
  browser.open()
  browser.cookies.set('XSRF-TOKEN', 'csrf')
  browser.cookies.set('token', 'good')
  browser.answer('/bonuses', 200, STANDING)
  browser.answer('/user/get', 200, { success: true, user: PLAYER })
  browser.answer(APPROVE, 200, { success: true, message: 'Your bonus is 10%', percent: 10, least: 0, held: null })
  page = await freshPage()
})

const asked = (path: string) => browser.requests.filter((request) => request.path === path)

/** The page of a signed-in player, with everything loaded. */
async function signIn(): Promise<void> {
  page.startBonuses()
  await page.loadUser()
  await vi.waitUntil(() => page.$bonuses.get().status === 'ready' && !page.$checking.get())
}

const balance = (): number | null => {
  const state = page.$user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

const claimed = (): boolean => {
  const bonuses = page.$bonuses.get()
  return bonuses.status === 'ready' && bonuses.social.claimed
}

describe('the offers', () => {
  it('are loaded once the user is known, once per page', async () => {
    page.startBonuses()
    page.startBonuses()
    page.$user.set({ status: 'guest' })
    expect(asked('/bonuses')).toEqual([])
    await signIn()
    expect(page.$bonuses.get()).toMatchObject({ status: 'ready', firstDeposit: STANDING.firstDeposit })
    expect(asked('/bonuses')).toHaveLength(1)
  })

  it('are reloaded when an order changed, and kept when that fails', async () => {
    await signIn()
    browser.answer('/bonuses', 200, { ...STANDING, firstDeposit: { percent: 5, state: 'used' } })
    page.$orderEvent.set({ id: 'an order' })
    await vi.waitUntil(() => asked('/bonuses').length === 2)
    await vi.waitUntil(() => {
      const bonuses = page.$bonuses.get()
      return bonuses.status === 'ready' && bonuses.firstDeposit.state === 'used'
    })
    browser.offline('/bonuses')
    await page.loadBonuses()
    expect(page.$bonuses.get()).toMatchObject({ firstDeposit: { state: 'used' } })
    expect(takeLoggedLines()).toEqual([expect.stringContaining('Bonuses could not be read')])
  })

  it('have failed when they were never loaded, and can be retried', async () => {
    browser.answer('/bonuses', 500, {})
    page.startBonuses()
    await page.loadUser()
    await vi.waitUntil(() => page.$bonuses.get().status === 'failed')
    expect(takeLoggedLines()).toEqual([expect.stringContaining('Bonuses could not be read')])
    browser.answer('/bonuses', 200, STANDING)
    await page.loadBonuses()
    expect(page.$bonuses.get().status).toBe('ready')
  })
})

describe('the links', () => {
  it('are those of the settings for a guest, and unknown before', () => {
    expect(page.$links.get()).toBeNull()
    expect(page.$left.get()).toBeNull()
    page.$settings.set(SETTINGS)
    expect(page.$links.get()?.map(({ network }) => network)).toEqual(['instagram', 'x'])
  })

  it('are empty where the operator has none', () => {
    page.$settings.set({ ...SETTINGS, social: { instagram: '', tiktok: '', telegram: '', x: '' } })
    expect(page.$links.get()).toEqual([])
    expect(page.$left.get()).toBe(0)
  })

  it('are ticked off permanently once opened; invalid storage ticks off nothing', async () => {
    expect(page.$opened.get()).toEqual(['instagram', 'x'])
    await signIn()
    expect(page.$left.get()).toBe(1)
    page.markOpened('telegram')
    page.markOpened('telegram')
    expect(page.$left.get()).toBe(0)
    expect(local['spacedrop:social-opened']).toBe('instagram,x,telegram')
    expect((await freshPage()).$opened.get()).toEqual(['instagram', 'telegram', 'x'])
  })
})

describe('a claim', () => {
  beforeEach(async () => {
    await signIn()
    for (const { network } of LINKS) page.markOpened(network)
    page.takeToasts()
  })

  it('lists the opened links; the balance follows, and the bonus is received', async () => {
    browser.answer(SOCIAL, 200, { success: true, message: '$0.50 is on your balance', amount: 50, balance: 1300 })
    expect(await page.claimSocial()).toBe('paid')
    expect(asked(SOCIAL)[0]?.body).toEqual({ opened: expect.arrayContaining(['instagram', 'telegram', 'x']) })
    expect(balance()).toBe(1300)
    expect(claimed()).toBe(true)
    expect(page.takeToasts()).toEqual([{ type: 'success', message: '$0.50 is on your balance' }])
  })

  it('that was made in another tab is refused, and then shown', async () => {
    browser.answer(SOCIAL, 200, { success: false, code: 'social-claimed', message: 'Given once' })
    browser.answer('/bonuses', 200, { ...STANDING, social: { ...STANDING.social, claimed: true } })
    browser.answer('/user/get', 200, { success: true, user: { ...PLAYER, balance: 1300 } })
    expect(await page.claimSocial()).toBe('refused')
    expect(claimed()).toBe(true)
    expect(balance()).toBe(1300)
    expect(page.takeToasts()).toEqual([{ type: 'error', message: 'Given once' }])
  })

  it('without a response is retried with the same key, and the balance reloaded', async () => {
    browser.offline(SOCIAL)
    expect(await page.claimSocial()).toBe('failed')
    expect(takeLoggedLines()).toEqual([UNANSWERED])
    expect(claimed()).toBe(false)
    browser.answer(SOCIAL, 200, { success: true, message: '', amount: 50, balance: 1300 })
    browser.answer('/user/get', 200, { success: true, user: { ...PLAYER, balance: 900 } })
    expect(await page.claimSocial()).toBe('paid')
    expect(new Set(asked(SOCIAL).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(balance()).toBe(900)
  })

  it('that was answered with a fault gets another key', async () => {
    browser.answer(SOCIAL, 422, { success: false, code: 'key-reused', message: '' })
    expect(await page.claimSocial()).toBe('failed')
    expect(await page.claimSocial()).toBe('failed')
    expect(takeLoggedLines()).toEqual([UNANSWERED, UNANSWERED])
    expect(new Set(asked(SOCIAL).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  })

  it('with an ended session signs the player out', async () => {
    browser.answer(SOCIAL, 401, { success: false, code: 'signed-out', message: '' })
    vi.stubGlobal('window', new EventTarget())
    expect(await page.claimSocial()).toBe('refused')
    expect(takeLoggedLines()).toEqual([UNANSWERED])
    expect(page.$user.get().status).toBe('guest')
  })
})

describe('a promo code', () => {
  it('from an earlier page is restored, and checked as soon as a player is known', async () => {
    expect(page.$promoCode.get()).toBe('ORBIT')
    await signIn()
    expect(asked(APPROVE).map(({ body }) => body)).toEqual([{ promocode: 'ORBIT' }])
    expect(page.$promo.get()).toMatchObject({ status: 'good', percent: 10 })
  })

  it('of a guest is stored and not checked', async () => {
    page.$user.set({ status: 'guest' })
    await page.applyPromoCode('COMET')
    expect(asked(APPROVE)).toEqual([])
    expect(session.get('spacedrop:promo-code')).toBe('COMET')
    expect((await freshPage()).$promoCode.get()).toBe('COMET')
  })

  it('of a player is checked on each change, and shared with the deposit form', async () => {
    await signIn()
    await page.applyPromoCode('COMET')
    expect(asked(APPROVE).at(-1)?.body).toEqual({ promocode: 'COMET' })
    expect(page.$code.get()).toBe('COMET')
    await page.applyPromoCode('')
    expect(page.$promo.get()).toEqual({ status: 'none' })
    expect(session.get('spacedrop:promo-code')).toBe('')
  })

  it('is kept until the page closes where storage is forbidden', async () => {
    vi.stubGlobal('sessionStorage', undefined)
    const other = await freshPage()
    await other.applyPromoCode('COMET')
    expect(other.$promoCode.get()).toBe('COMET')
  })
})
