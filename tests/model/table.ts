// What the model knows of a player, beside the real site where he plays: a balance, what he owns, what is on its way, what he has used
// up. It knows no odds: what was drawn it takes from the answers, and what has to follow it works out by itself.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { WithdrawalState } from '../../src/game/withdrawal.ts'
import { itemStateIn } from '../../src/game/withdrawal.ts'
import { SESSION_DAYS } from '../../src/server/services/sessions.ts'
import type { ClockedSite } from '../support/nights.ts'
import type { Answer, Browser } from '../support/site.ts'
import { withdrawalsOf } from '../support/withdrawals.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

interface Trade {
  readonly price: number
  readonly state: WithdrawalState
  readonly sinceMs: number
}

/** The model: cents, items with their prices by id, and moments in milliseconds since 1970. */
export interface Model {
  balance: number
  readonly owned: Map<string, number>
  /** Items that are on their way out. */
  readonly trades: Map<string, Trade>
  /** Items that were sold, staked, replaced or handed over. */
  readonly gone: string[]
  readonly deposits: { readonly atMs: number; readonly amount: number }[]
  readonly raffles: Set<string>
  readonly claims: Set<string>
  excludedUntilMs: number
  /** Until when he is signed in. */
  sessionUntilMs: number
  promoUsed: boolean
  /** The last call that a key guarded and that was done. */
  last: { readonly path: string; readonly body: object; readonly key: string; readonly answer: object } | undefined
}

/** The real thing. */
export interface Real {
  readonly site: ClockedSite
  readonly player: Browser
  readonly clock: { nowMs: number }
}

/** A player who has just signed in. */
export function newModel(nowMs: number): Model {
  return {
    balance: 10_000,
    owned: new Map(),
    trades: new Map(),
    gone: [],
    deposits: [],
    raffles: new Set(),
    claims: new Set(),
    excludedUntilMs: 0,
    sessionUntilMs: nowMs + SESSION_DAYS * DAY_MS,
    promoUsed: false,
    last: undefined,
  }
}

/** A move of a player, over the model and the site. */
export class Table {
  readonly model: Model
  readonly real: Real

  constructor(model: Model, real: Real) {
    this.model = model
    this.real = real
  }

  get isExcluded(): boolean {
    return this.model.excludedUntilMs > this.real.clock.nowMs
  }

  /** Lets time pass. Whose session ends by it is a guest, and signs in again. */
  async moveClock(ms: number): Promise<void> {
    const { clock, site } = this.real
    clock.nowMs += ms
    site.setClock(new Date(clock.nowMs).toISOString())
    if (clock.nowMs < this.model.sessionUntilMs) return
    expect((await this.get('/api/user/get')).status).toBe(401)
    await this.signIn()
  }

  /** A new session; one that he has stays beside it. */
  async signIn(): Promise<void> {
    const { clock, player, site } = this.real
    const { code, browser } = await site.services.sessions.makeCode(player.playerId)
    player.cookies.set('sign_in', browser)
    const answer = await player.post('/api/auth/token', { code })
    player.cookies.set('token', answer.body.token)
    expect((await this.get('/api/user/get')).body.user.id).toBe(player.playerId)
    this.model.sessionUntilMs = clock.nowMs + SESSION_DAYS * DAY_MS
  }

  get(path: string): Promise<Answer> {
    return this.real.player.get(path)
  }

  /** Makes a call under a key, and remembers it where it was done. */
  async call(path: string, body: object): Promise<Answer['body']> {
    const key = randomUUID()
    const answer = await this.real.player.post(path, body, { 'idempotency-key': key })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    if (answer.body.success === true) this.model.last = { path, body, key, answer: answer.body }
    return answer.body
  }

  /** Makes a call that is to be refused with a code; undefined where the model does not know with which. */
  async refused(path: string, body: object, code: string | undefined): Promise<void> {
    expect(await this.call(path, body)).toMatchObject({ success: false, ...(code === undefined ? {} : { code }) })
  }

  /** Makes a call that is to be done, and changes the balance as the answer lets expect. */
  async done(path: string, body: object, change: (answer: Answer['body']) => number): Promise<Answer['body']> {
    const answer = await this.call(path, body)
    expect(answer).toMatchObject({ success: true })
    this.model.balance += change(answer)
    expect(answer).toMatchObject({ balance: this.model.balance })
    return answer
  }

  win(drop: { id: string; price: number } | null): void {
    if (drop === null) return
    expect(this.model.owned.has(drop.id) || this.model.gone.includes(drop.id)).toBe(false)
    this.model.owned.set(drop.id, drop.price)
  }

  lose(ids: readonly string[]): void {
    for (const id of ids) this.model.owned.delete(id)
    this.model.gone.push(...ids)
  }

  /** The oldest items, as many as there are of so many, and what they are worth. */
  oldest(count: number): { ids: string[]; worth: number } {
    const chosen = [...this.model.owned].slice(0, count)
    return { ids: chosen.map(([id]) => id), worth: chosen.reduce((sum, [, price]) => sum + price, 0) }
  }

  /** Lets the jobs work, and takes from the site how its trades stand now; what that means for the items is the model's to say. */
  async letJobsWork(): Promise<void> {
    const { site, player, clock } = this.real
    await site.services.withdrawals.round()
    await site.services.raffleJob.round()
    const seen = new Map((await withdrawalsOf(player)).toReversed().map((one) => [one.item_id, one]))
    for (const [id, { price, state, sinceMs }] of this.model.trades) {
      const now = seen.get(id)?.state
      if (now === undefined) throw new Error(`The withdrawal of ${id} is gone`)
      if (now === state) continue
      const item = itemStateIn(now)
      if (item === 'withdrawing') this.model.trades.set(id, { price, state: now, sinceMs: clock.nowMs })
      else this.model.trades.delete(id)
      if (item === 'owned') this.model.owned.set(id, price)
      if (item === 'withdrawn') this.model.gone.push(id)
      // Nothing is gone before Steam's days of protection are over, unless the test said that they are.
      if (item === 'withdrawn') expect(clock.nowMs - sinceMs).toBeGreaterThan(0)
    }
    await this.#takeRafflePrizes()
  }

  /** What a raffle gives nobody can work out beforehand. */
  async #takeRafflePrizes(): Promise<void> {
    const { items } = (await this.get('/api/user/items?sort=new')).body
    for (const { id, price, source } of items) {
      if (source !== 'raffle' || this.model.owned.has(id)) continue
      expect(this.model.gone).not.toContain(id)
      this.model.owned.set(id, price)
    }
  }

  /** The site says of the player what the model does. */
  async agree(): Promise<void> {
    const { user } = (await this.get('/api/user/get')).body
    expect(user.balance).toBe(this.model.balance)
    const { total } = (await this.get('/api/user/items')).body
    const { ids, worth } = this.oldest(Number.POSITIVE_INFINITY)
    expect(total).toEqual({ count: ids.length, sum: worth })
  }
}
