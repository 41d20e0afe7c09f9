// The player's own cases: loaded for each player, none for a guest, and favourites that are shown at once and taken back when they are refused.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnCasesReply } from '../../../src/protocol/case.ts'
import { $ownCases, setFavourite, watchOwnCases } from '../../../src/stores/home/own-cases.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { sampleName } from '../../support/players/sample-name.ts'
import { openServerFixture } from '../server-fixture.ts'
import { lost, PLAYER } from '../server-stub.ts'

const OPENED = { url: 'lynx', name: sampleName('Lynx'), image: 'lynx.svg', price: 275 }
const reply: OwnCasesReply = { success: true, favourites: ['orion', 'lynx'], opened: [OPENED] }

const { wire, logged } = openServerFixture()

beforeEach(() => {
  $user.set({ status: 'guest' })
  $ownCases.set(null)
})

const favourites = (): readonly string[] | undefined => $ownCases.get()?.favourites

describe('own cases', () => {
  it('are loaded for a player, and are none after they have signed out', async () => {
    wire.on('/api/user/cases', () => reply)
    const stop = watchOwnCases()
    expect($ownCases.get()).toBeNull()
    $user.set({ status: 'authorised', user: PLAYER })
    await vi.waitFor(() => expect($ownCases.get()).toMatchObject({ favourites: ['orion', 'lynx'], opened: [OPENED] }))
    $user.set({ status: 'guest' })
    expect($ownCases.get()).toBeNull()
    stop()
  })

  it('stay unknown when they cannot be loaded, which is logged', async () => {
    wire.on('/api/user/cases', lost)
    const stop = watchOwnCases()
    $user.set({ status: 'authorised', user: PLAYER })
    await vi.waitFor(() => expect(logged).toHaveLength(1))
    expect($ownCases.get()).toBeNull()
    stop()
  })
})

describe('a favourite', () => {
  beforeEach(() => $ownCases.set(reply))

  it('is shown before the server has stored it, the newest first, and once', async () => {
    wire.on('/api/case/draco/favourite', () => ({ success: true, favourite: true }))
    const stored = setFavourite('draco', true)
    expect(favourites()).toEqual(['draco', 'orion', 'lynx'])
    await stored
    await setFavourite('draco', true)
    expect(favourites()).toEqual(['draco', 'orion', 'lynx'])
  })

  it.each([
    ['a refusal', () => ({ success: false, code: 'case-unknown', message: 'There is no such case' })],
    ['a lost connection', lost],
  ])('is taken back after %s', async (_fault, answer) => {
    wire.on('/api/case/draco/favourite', answer)
    await expect(setFavourite('draco', true)).rejects.toThrow()
    expect(favourites()).toEqual(['orion', 'lynx'])
  })

  it('is no longer one at once, and again when that is refused', async () => {
    wire.on('/api/case/orion/favourite', lost)
    const stored = setFavourite('orion', false)
    expect(favourites()).toEqual(['lynx'])
    await expect(stored).rejects.toThrow()
    expect(favourites()).toEqual(['orion', 'lynx'])
  })
})
