// The referral page between browser and server: for whom it loads, what makes it reload, and the two codes.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReferralReply } from '../../../src/protocol/referral.ts'
import { Browser } from '../browser-stub.ts'
import { PLAYER } from '../sample-player.ts'

const TIERS: ReferralReply['tiers'] = [{ name: 'silver', from: 0, percent: 3 }]

const OWN: NonNullable<ReferralReply['own']> = {
  code: 'ORION',
  chosen: false,
  link: 'https://shop.test/r/ORION',
  visits: 7,
  players: 2,
  depositors: 1,
  deposited: 2000,
  earned: 60,
  days: [],
  entered: null,
  mayEnter: true,
  offered: null,
  agreed: null,
}

const BROUGHT = { id: '9', username: 'Lyra', joined_at: 5, deposited: 2000, earned: 60 }

async function freshPage() {
  vi.resetModules()
  const [referral, user, socket, toasts, modals] = await Promise.all([
    import('../../../src/stores/rewards/referral.ts'),
    import('../../../src/stores/kernel/user.ts'),
    import('../../../src/stores/kernel/realtime-events.ts'),
    import('../../../src/stores/kernel/toasts.ts'),
    import('../../../src/stores/kernel/modals.ts'),
  ])
  return { ...referral, ...user, ...socket, ...toasts, ...modals }
}

let browser: Browser
let page: Awaited<ReturnType<typeof freshPage>>
const session = new Map<string, string>()

beforeEach(async () => {
  session.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => session.get(key) ?? null,
    setItem: (key: string, text: string) => session.set(key, text),
    removeItem: (key: string) => session.delete(key),
  })
  vi.stubGlobal('window', new EventTarget())
  browser = new Browser()
  browser.open()
  browser.cookies.set('XSRF-TOKEN', 'csrf')
  browser.cookies.set('token', 'good')
  browser.answer('/user/get', 200, { success: true, user: PLAYER })
  browser.answer('/referral', 200, { success: true, tiers: TIERS, own: OWN })
  browser.answer('/referral/players', 200, { success: true, players: [BROUGHT], cursor: '5.9' })
  page = await freshPage()
})

const asked = (path: string) => browser.requests.filter((request) => request.path === path)

const isReady = (): boolean => page.$referral.get().status === 'ready'

async function signIn(): Promise<void> {
  page.startReferral()
  await page.loadUser()
  await vi.waitUntil(() => isReady() && page.$referred.get().status === 'ready')
}

describe('the referral status', () => {
  it('is loaded once the user is known, once per page, with the referred players', async () => {
    page.startReferral()
    page.startReferral()
    expect(asked('/referral')).toEqual([])
    await signIn()
    expect(page.$referral.get()).toEqual({ status: 'ready', tiers: TIERS, own: OWN })
    expect(page.$referred.get().entries).toEqual([BROUGHT])
    expect(asked('/referral')).toHaveLength(1)
  })

  it('has only the tiers for a guest, without a request for players', async () => {
    browser.answer('/referral', 200, { success: true, tiers: TIERS, own: null })
    page.startReferral()
    page.$user.set({ status: 'guest' })
    await vi.waitUntil(isReady)
    expect(page.$referral.get()).toMatchObject({ tiers: TIERS, own: null })
    expect(asked('/referral/players')).toEqual([])
  })

  it('is reloaded when the balance changes, not when the level does', async () => {
    await signIn()
    page.setExp(9000)
    expect(asked('/referral')).toHaveLength(1)
    browser.answer('/referral', 200, { success: true, tiers: TIERS, own: { ...OWN, earned: 90 } })
    page.setBalance(PLAYER.balance + 30)
    await vi.waitUntil(() => {
      const referral = page.$referral.get()
      return referral.status === 'ready' && referral.own?.earned === 90
    })
    expect(asked('/referral')).toHaveLength(2)
  })

  it('is reloaded after a reconnect, not after the first connect', async () => {
    await signIn()
    page.$connectionCount.set(1)
    expect(asked('/referral')).toHaveLength(1)
    page.$connectionCount.set(2)
    expect(asked('/referral')).toHaveLength(2)
  })

  it('stays visible when it cannot be reloaded, and is a failure when it was never loaded', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await signIn()
    browser.offline('/referral')
    page.$connectionCount.set(2)
    await vi.waitUntil(() => said.mock.calls.length > 0)
    expect(isReady()).toBe(true)
    page = await freshPage()
    page.startReferral()
    page.$user.set({ status: 'guest' })
    await vi.waitUntil(() => page.$referral.get().status === 'failed')
    browser.answer('/referral', 200, { success: true, tiers: TIERS, own: null })
    page.retryReferral()
    expect(page.$referral.get().status).toBe('loading')
    await vi.waitUntil(isReady)
    expect(said).toHaveBeenCalled()
    said.mockRestore()
  })
})

describe('a referral code', () => {
  it('is entered, confirmed, and displayed', async () => {
    await signIn()
    const entered = { username: 'Lyra' }
    browser.answer('/referral/code', 200, { success: true, message: 'Entered', entered })
    browser.answer('/referral', 200, { success: true, tiers: TIERS, own: { ...OWN, entered, mayEnter: false } })
    expect(await page.enterCode('lyra')).toEqual({ kind: 'taken' })
    expect(asked('/referral/code')[0]?.body).toEqual({ code: 'lyra' })
    expect(page.$referral.get()).toMatchObject({ own: { entered } })
    expect(page.takeToasts()).toEqual([{ type: 'success', message: 'Entered' }])
  })

  it('is refused with the server’s message, and the status is reloaded', async () => {
    await signIn()
    browser.answer('/referral/own', 200, { success: false, code: 'referral-taken', message: 'Taken' })
    expect(await page.chooseCode('LYRA')).toEqual({ kind: 'refused', message: 'Taken' })
    expect(asked('/referral')).toHaveLength(2)
    expect(page.takeToasts()).toEqual([])
  })

  it('is sent again with the same key without a response', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.useFakeTimers()
    await vi.waitUntil(async () => {
      page.startReferral()
      await page.loadUser()
      return isReady()
    })
    browser.offline('/referral/code')
    const lost = page.enterCode('LYRA')
    await vi.runAllTimersAsync()
    expect(await lost).toEqual({ kind: 'failed' })
    vi.useRealTimers()
    browser.answer('/referral/code', 200, { success: true, message: 'Entered', entered: { username: null } })
    expect(await page.enterCode('LYRA')).toEqual({ kind: 'taken' })
    expect(new Set(asked('/referral/code').map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    said.mockRestore()
  })

  it('of a guest opens the sign-in and is kept in the tab', async () => {
    const opened = vi.fn()
    page.startReferral()
    page.$user.set({ status: 'guest' })
    const stop = page.onOpenLogin(opened)
    page.storeTypedCode('LYRA')
    expect(await page.enterCode('LYRA')).toEqual({ kind: 'signed-out' })
    expect(opened).toHaveBeenCalledOnce()
    expect(asked('/referral/code')).toEqual([])
    expect((await freshPage()).readTypedCode()).toBe('LYRA')
    page.storeTypedCode('')
    expect(page.readTypedCode()).toBe('')
    stop()
  })
})
