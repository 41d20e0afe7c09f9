// Loading the user again: a server that does not answer, and what the realtime connection knows.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  $isUserUnreachable,
  $user,
  checkUser,
  holdBalance,
  loadUser,
  releaseBalance,
  setBalance,
} from '../../../src/stores/kernel/user.ts'
import { PLAYER } from '../sample-player.ts'
import { balance, openUserFixture } from './user-fixture.ts'

const fixture = openUserFixture()
const { signIn } = fixture

describe.each([500, 502, 503, 429, 'offline'] as const)('a server that answers %s', (status) => {
  const asked = (): number => fixture.browser.requests.filter(({ path }) => path === '/user/get').length

  function fail(): void {
    if (status === 'offline') fixture.browser.offline('/user/get')
    else fixture.browser.answer('/user/get', status, {})
  }

  beforeEach(() => {
    vi.useFakeTimers()
    fixture.browser.cookies.set('token', 'good')
    fail()
  })

  afterEach(async () => {
    // Ends the retries.
    fixture.browser.cookies.delete('token')
    await loadUser()
    vi.useRealTimers()
  })

  it('keeps the token, and the player is unreachable instead of a guest', async () => {
    await loadUser()
    expect($user.get()).toEqual({ status: 'unknown' })
    expect($isUserUnreachable.get()).toBe(true)
    expect(fixture.browser.cookies.get('token')).toBe('good')
  })

  it('is asked again after 1, 2, 4 seconds and so on, every 60 at most, until it answers', async () => {
    await loadUser()
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const before = asked()
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
      expect(asked()).toBe(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(asked()).toBe(before + 1)
    }
    fixture.browser.answer('/user/get', 200, { success: true, user: PLAYER })
    await vi.advanceTimersByTimeAsync(60_000)
    expect($user.get()).toEqual({ status: 'authorised', user: PLAYER })
    expect($isUserUnreachable.get()).toBe(false)
    const before = asked()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked()).toBe(before)
  })

  it('is asked at one pace, also when others load the user meanwhile', async () => {
    await Promise.all([loadUser(), loadUser(), loadUser()])
    const before = asked()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked() - before).toBeLessThanOrEqual(1)
  })

  it('leaves a known player and the last balance, and is asked again', async () => {
    fixture.browser.answer('/user/get', 200, { success: true, user: PLAYER })
    await loadUser()
    fail()
    await loadUser()
    expect($user.get()).toEqual({ status: 'authorised', user: PLAYER })
    expect($isUserUnreachable.get()).toBe(true)
    fixture.browser.answer('/user/get', 200, { success: true, user: { ...PLAYER, balance: 5 } })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(balance()).toBe(5)
    expect($isUserUnreachable.get()).toBe(false)
  })

  it('leaves a guest when the token turns out to be refused', async () => {
    await loadUser()
    fixture.browser.answer('/user/get', 401, {})
    await vi.advanceTimersByTimeAsync(1_000)
    expect($user.get()).toEqual({ status: 'guest' })
    expect($isUserUnreachable.get()).toBe(false)
    expect(fixture.browser.cookies.has('token')).toBe(false)
  })
})

describe('what the realtime connection knows of the user', () => {
  const asked = (): number => fixture.browser.requests.filter(({ path }) => path === '/user/get').length

  it('reads nothing again when it is what the page has read', async () => {
    await signIn()
    await checkUser(PLAYER.id, PLAYER.balance)
    expect(asked()).toBe(1)
    fixture.browser.cookies.delete('token')
    await loadUser()
    await checkUser(null, null)
    expect(asked()).toBe(1)
  })

  it('waits for the loading under way', async () => {
    fixture.browser.cookies.set('token', 'good')
    const answer = fixture.browser.answerLater('/user/get', 200, { success: true, user: PLAYER })
    const loading = loadUser()
    const checking = checkUser(PLAYER.id, PLAYER.balance)
    answer()
    await Promise.all([loading, checking])
    expect(asked()).toBe(1)
  })

  it('compares with the newest balance, also while it is held', async () => {
    await signIn()
    holdBalance()
    setBalance(700)
    await checkUser(PLAYER.id, 700)
    expect(asked()).toBe(1)
    releaseBalance()
  })

  it.each([
    ['another balance', PLAYER.id, 700],
    ['no balance', PLAYER.id, null],
    ['a guest', null, null],
  ] as const)('is read again for %s', async (_, id, cents) => {
    await signIn()
    await checkUser(id, cents)
    expect(asked()).toBe(2)
  })
})
