// The player's own account: loaded for the signed-in player, a trade URL that is stored or refused, a hidden name,
// devices that are ended.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Device } from '../../../src/protocol/account.ts'
import {
  $account,
  downloadData,
  loadAccount,
  requestErasure,
  saveTradeLink,
  setHidden,
  takeBackErasure,
  watchAccount,
} from '../../../src/stores/account/account.ts'
import { $devices, endDevice, loadDevices } from '../../../src/stores/account/devices.ts'
import { takeToasts } from '../../../src/stores/kernel/toasts.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { account } from '../sample-account.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, later, lost, PLAYER } from '../server-stub.ts'

const URL_OF_PLAYER = 'https://steamcommunity.com/tradeoffer/new/?partner=7&token=abcdefgh'

const device = (number: number, current = false): Device => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  browser: 'Chrome',
  system: 'Android',
  created_at: number,
  seen_at: number,
  current,
})

const tradeLink = (): string | null => {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.tradeLink : null
}

const { wire } = openServerFixture()

beforeEach(() => {
  $account.set({ status: 'loading' })
  $devices.set({ status: 'loading' })
  $user.set({ status: 'authorised', user: PLAYER })
})

describe('the account', () => {
  it('is loaded; a first failure is reported, a later one keeps the data', async () => {
    wire.on('/api/user/account', lost)
    await loadAccount()
    expect($account.get()).toEqual({ status: 'failed' })
    wire.on('/api/user/account', () => account())
    await loadAccount()
    wire.on('/api/user/account', lost)
    await loadAccount()
    expect($account.get()).toMatchObject({ status: 'ready', items: { count: 2, worth: 300 } })
  })

  it('shows only the response to the newest request', async () => {
    const slow = later()
    wire.on('/api/user/account', slow.answer)
    const first = loadAccount()
    wire.on('/api/user/account', () => account({ won: 2 }))
    await loadAccount()
    slow.go(account({ won: 1 }))
    await first
    expect($account.get()).toMatchObject({ won: 2 })
  })

  it('belongs to the signed-in player, and is loaded again when the page is restored', async () => {
    wire.on('/api/user/account', () => account())
    const stop = watchAccount()
    await vi.waitFor(() => expect($account.get().status).toBe('ready'))
    $user.set({ status: 'authorised', user: { ...PLAYER, balance: 5 } })
    expect(wire.calls).toHaveLength(1)
    $user.set({ status: 'authorised', user: { ...PLAYER, id: 8 } })
    expect($account.get().status).toBe('loading')
    await vi.waitFor(() => expect($account.get().status).toBe('ready'))
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(wire.calls).toHaveLength(3)
    stop()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(wire.calls).toHaveLength(3)
  })
})

describe('a trade URL', () => {
  it('that belongs to the player is stored, and can be removed', async () => {
    wire.on('/api/user/trade-link', ({ body }) => {
      const { tradeLink: link } = body as { tradeLink: string }
      return { success: true, message: 'Done', tradeLink: link === '' ? null : link }
    })
    expect(await saveTradeLink(URL_OF_PLAYER)).toEqual({ kind: 'saved', message: 'Done' })
    expect(tradeLink()).toBe(URL_OF_PLAYER)
    await saveTradeLink(` "${URL_OF_PLAYER.replace('https', 'http').replace('&', '&amp;')}" `)
    expect(tradeLink()).toBe(URL_OF_PLAYER)
    await saveTradeLink('')
    expect(tradeLink()).toBeNull()
  })

  it('of another account is refused with a message, and nothing changes', async () => {
    wire.on('/api/user/trade-link', () => ({ success: false, code: 'trade-link-foreign', message: 'Not yours' }))
    expect(await saveTradeLink(URL_OF_PLAYER)).toEqual({ kind: 'refused', message: 'Not yours' })
    expect(tradeLink()).toBeNull()
  })

  it('without a response is unknown', async () => {
    wire.on('/api/user/trade-link', () => fault(403))
    expect(await saveTradeLink(URL_OF_PLAYER)).toEqual({ kind: 'failed' })
  })
})

describe('a name', () => {
  beforeEach(async () => {
    wire.on('/api/user/account', () => account())
    await loadAccount()
  })

  it('can be hidden and shown again', async () => {
    wire.on('/api/user/privacy', ({ body }) => ({ success: true, message: 'Done', ...(body as { hidden: boolean }) }))
    expect(await setHidden(true)).toBe(true)
    expect($account.get()).toMatchObject({ hidden: true })
    await setHidden(false)
    expect($account.get()).toMatchObject({ hidden: false })
  })

  it('does not change without a response', async () => {
    wire.on('/api/user/privacy', () => fault(403))
    expect(await setHidden(true)).toBe(false)
    expect($account.get()).toMatchObject({ hidden: false })
  })
})

describe('devices', () => {
  const shown = (): readonly number[] => {
    const devices = $devices.get()
    return devices.status === 'ready' ? devices.list.map(({ seen_at }) => seen_at) : []
  }

  it('are loaded; a first failure is reported', async () => {
    wire.on('/api/user/devices', lost)
    await loadDevices()
    expect($devices.get()).toEqual({ status: 'failed' })
    wire.on('/api/user/devices', () => ({ success: true, devices: [device(1, true), device(2)] }))
    await loadDevices()
    expect(shown()).toEqual([1, 2])
  })

  it('are ended one at a time', async () => {
    wire.on('/api/user/devices', () => ({ success: true, devices: [device(1, true), device(2), device(3)] }))
    await loadDevices()
    const slow = later()
    wire.on('/api/user/devices/end', slow.answer)
    const ending = endDevice(device(2).id)
    expect($devices.get()).toMatchObject({ ending: device(2).id })
    await endDevice(device(3).id)
    slow.go({ success: true, message: 'Done' })
    expect(await ending).toBe(true)
    expect(shown()).toEqual([1, 3])
    expect(wire.to('/api/user/devices/end').map(({ body }) => body)).toEqual([{ id: device(2).id }])
  })

  it('do not change without a response', async () => {
    wire.on('/api/user/devices', () => ({ success: true, devices: [device(1, true), device(2)] }))
    await loadDevices()
    wire.on('/api/user/devices/end', () => fault(403))
    expect(await endDevice(device(2).id)).toBe(false)
    expect($devices.get()).toMatchObject({ ending: null })
    expect(shown()).toEqual([1, 2])
  })
})

describe('the player’s data', () => {
  const ERASURE = '/api/user/erasure'
  const erasure = { requested_at: 1, due_at: 2 }

  beforeEach(() => {
    $account.set({ status: 'ready', ...account() })
    takeToasts()
  })

  const known = (): unknown => {
    const state = $account.get()
    return state.status === 'ready' ? state.erasure : state.status
  }

  it('are deleted on request, and the request can be taken back', async () => {
    wire.on(ERASURE, () => ({ success: true, message: 'Asked', erasure }))
    wire.on(`${ERASURE}/cancel`, () => ({ success: true, message: 'Stays', erasure: null }))
    expect(await requestErasure()).toBe(true)
    expect([known(), wire.to(ERASURE)[0]?.body]).toEqual([erasure, { confirmed: true }])
    expect(await takeBackErasure()).toBe(true)
    expect(known()).toBeNull()
    expect(takeToasts().map(({ message }) => message)).toEqual(['Asked', 'Stays'])
  })

  it('stay when the server refuses, which is said, or the outcome is unknown', async () => {
    wire.on(ERASURE, () => ({ success: false, code: 'erasure-open', message: 'Open' }))
    expect(await requestErasure()).toBe(true)
    expect([known(), takeToasts()]).toEqual([null, [{ type: 'error', message: 'Open' }]])
    wire.on(ERASURE, () => fault(500))
    expect(await requestErasure()).toBe(false)
    expect(known()).toBeNull()
  })

  it('are downloaded as a file, or not at all', async () => {
    wire.on('/api/user/data.json', () => Response.json({ player: 7 }))
    expect(await (await downloadData())?.text()).toBe('{"player":7}')
    wire.on('/api/user/data.json', () => fault(400))
    expect(await downloadData()).toBeNull()
  })
})
