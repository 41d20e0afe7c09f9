// The current user, by section 4 of the specification: a refused token is deleted silently, an unreachable server keeps
// it.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { get } from '../../../src/stores/kernel/api.ts'
import {
  $isUserUnreachable,
  $user,
  holdBalance,
  loadUser,
  logout,
  recheckUser,
  releaseBalance,
  setBalance,
  storeToken,
} from '../../../src/stores/kernel/user.ts'
import { PLAYER } from '../sample-player.ts'
import { balance, openUserFixture } from './user-fixture.ts'

const fixture = openUserFixture()
const { signIn } = fixture

describe('the user at start', () => {
  it('is unknown until it is loaded', () => {
    expect($user.get()).toEqual({ status: 'unknown' })
  })

  it('is a guest without a token, without a request', async () => {
    await loadUser()
    expect($user.get()).toEqual({ status: 'guest' })
    expect(fixture.browser.requests).toEqual([])
  })

  it('is authorised when the server knows the token, which is sent as Bearer', async () => {
    await signIn()
    expect($user.get()).toEqual({ status: 'authorised', user: PLAYER })
    expect(fixture.browser.requests[0]?.headers.get('authorization')).toBe('Bearer good')
  })

  it.each([401, 403])('deletes the token silently at %i and becomes a guest', async (status) => {
    fixture.browser.cookies.set('token', 'old')
    fixture.browser.answer('/user/get', status, { success: false, code: 'unauthorised', message: '' })
    await loadUser()
    expect($user.get()).toEqual({ status: 'guest' })
    expect(fixture.browser.cookies.has('token')).toBe(false)
  })

  it('is no guest without a token, who needs no server', async () => {
    fixture.browser.offline('/user/get')
    await loadUser()
    expect($isUserUnreachable.get()).toBe(false)
  })
})

describe('the token', () => {
  it('is kept for 30 days, for the whole site, and only over https where the page uses it', () => {
    storeToken('fresh')
    const expires = /expires=([^;]+)/.exec(fixture.browser.lastCookie)?.[1] ?? ''
    const days = (new Date(expires).getTime() - Date.now()) / 86_400_000
    expect(fixture.browser.cookies.get('token')).toBe('fresh')
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThan(30.1)
    expect(fixture.browser.lastCookie).toMatch(/path=\/(;|$)/)
    expect(fixture.browser.lastCookie.toLowerCase()).toContain('samesite=lax')
    expect(fixture.browser.lastCookie).toMatch(/; secure/)
  })
})

describe('signing out', () => {
  let kept: Map<string, string>

  beforeEach(() => {
    kept = new Map([
      ['spacedrop:promo-code', 'NOVA10'],
      ['spacedrop:handoff', '{"to":"upgrade","player":7}'],
    ])
    vi.stubGlobal('sessionStorage', { clear: () => kept.clear() })
  })

  afterEach(() => vi.unstubAllGlobals())

  it('deletes the tab’s data of the player', async () => {
    await signIn()
    fixture.browser.answer('/user/logout', 200, { success: true, message: '' })
    await logout()
    expect(kept.size).toBe(0)
  })

  it('deletes the token and reloads after the server agreed', async () => {
    await signIn()
    fixture.browser.answer('/user/logout', 200, { success: true, message: '' })
    await logout()
    expect(fixture.browser.cookies.has('token')).toBe(false)
    expect(fixture.browser.reloads).toBe(1)
    expect(fixture.browser.requests.at(-1)).toMatchObject({ method: 'POST', path: '/user/logout' })
  })

  it('waits for a read under way, which would fail without the session', async () => {
    await signIn()
    fixture.browser.answer('/user/logout', 200, { success: true, message: '' })
    const answerRead = fixture.browser.answerLater('/notification/get', 200, [])
    const reading = get('/notification/get')
    const leaving = logout()
    await Promise.resolve()
    expect(fixture.browser.requests.at(-1)?.path).toBe('/notification/get')
    answerRead()
    await expect(reading).resolves.toEqual([])
    await leaving
    expect(fixture.browser.requests.at(-1)?.path).toBe('/user/logout')
  })

  it('delays later reads, and sends them when it has failed', async () => {
    await signIn()
    fixture.browser.answer('/notification/get', 200, [])
    const refuse = fixture.browser.answerLater('/user/logout', 403, { success: false, code: 'blocked', message: '' })
    const leaving = logout()
    const reading = get('/notification/get')
    await expect.poll(() => fixture.browser.requests.at(-1)?.path).toBe('/user/logout')
    refuse()
    await expect(leaving).rejects.toThrow()
    await expect(reading).resolves.toEqual([])
  })

  it('does not wait for ever for a read without an answer', async () => {
    await signIn()
    fixture.browser.answer('/user/logout', 200, { success: true, message: '' })
    fixture.browser.answerLater('/notification/get', 200, [])
    void get('/notification/get')
    await logout()
    expect(fixture.browser.reloads).toBe(1)
  })

  it('changes nothing when the server refused', async () => {
    await signIn()
    fixture.browser.answer('/user/logout', 403, { success: false, code: 'blocked', message: '' })
    await expect(logout()).rejects.toThrow()
    expect(fixture.browser.cookies.get('token')).toBe('good')
    expect(kept.size).toBe(2)
    expect(fixture.browser.reloads).toBe(0)
  })
})

describe('checking the session again', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', { clear: () => undefined }))

  afterEach(() => vi.unstubAllGlobals())

  it('reloads the page when the player has signed out elsewhere', async () => {
    await signIn()
    fixture.browser.cookies.delete('token')
    await recheckUser()
    expect(fixture.browser.reloads).toBe(1)
  })

  it('reloads the page when another player has signed in', async () => {
    await signIn()
    fixture.browser.answer('/user/get', 200, { success: true, user: { ...PLAYER, id: PLAYER.id + 1 } })
    await recheckUser()
    expect(fixture.browser.reloads).toBe(1)
  })

  it('shows the newest balance of the same player, a sign-in elsewhere, and keeps the data without a response', async () => {
    await loadUser()
    expect($user.get()).toEqual({ status: 'guest' })
    fixture.browser.cookies.set('token', 'good')
    fixture.browser.answer('/user/get', 200, { success: true, user: { ...PLAYER, balance: 4321 } })
    await recheckUser()
    expect(balance()).toBe(4321)
    fixture.browser.offline('/user/get')
    await recheckUser()
    expect(balance()).toBe(4321)
    expect(fixture.browser.reloads).toBe(0)
  })
})

describe('the displayed balance', () => {
  it('is loaded again when an event arrived during the request, whose response may be outdated', async () => {
    await signIn()
    const answers = [1250, 1750]
    const path = '/user/get'
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      const user = { ...PLAYER, balance: answers.shift() }
      fixture.browser.answer(path, 200, { success: true, user })
      const reply = await fetch(...call)
      if (user.balance === 1250) setBalance(1750)
      return reply
    })
    await loadUser()
    vi.unstubAllGlobals()
    expect(balance()).toBe(1750)
    expect(answers).toEqual([])
  })

  it('follows a change', async () => {
    await signIn()
    setBalance(900)
    expect(balance()).toBe(900)
  })

  it('is delayed while a reel spins, then shows the newest', async () => {
    await signIn()
    holdBalance()
    setBalance(900)
    setBalance(1400)
    expect(balance()).toBe(1250)
    releaseBalance()
    expect(balance()).toBe(1400)
  })

  it('is delayed until the last of several reels stops', async () => {
    await signIn()
    holdBalance()
    holdBalance()
    setBalance(1)
    releaseBalance()
    expect(balance()).toBe(1250)
    releaseBalance()
    expect(balance()).toBe(1)
  })

  it('is also delayed when the player is reloaded meanwhile', async () => {
    await signIn()
    holdBalance()
    fixture.browser.answer('/user/get', 200, { success: true, user: { ...PLAYER, balance: 77, lvl: 4 } })
    await loadUser()
    expect($user.get()).toMatchObject({ user: { balance: 1250, lvl: 4 } })
    releaseBalance()
    expect(balance()).toBe(77)
  })

  it('is empty for a guest', async () => {
    await loadUser()
    setBalance(5)
    expect($user.get()).toEqual({ status: 'guest' })
  })

  it('is the last received one when nothing delays it, in any order of events', async () => {
    const step = fc.oneof(fc.constant('hold' as const), fc.constant('release' as const), fc.nat())
    await signIn()
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        setBalance(PLAYER.balance)
        let held = 0
        let told: number = PLAYER.balance
        let shown: number = PLAYER.balance
        for (const each of steps) {
          if (each === 'hold') {
            holdBalance()
            held++
          } else if (each === 'release') {
            releaseBalance()
            held = Math.max(0, held - 1)
          } else {
            setBalance(each)
            told = each
          }
          if (held === 0) shown = told
          expect(balance()).toBe(shown)
        }
        for (; held > 0; held--) releaseBalance()
        expect(balance()).toBe(told)
      }),
    )
  })
})
