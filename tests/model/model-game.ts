// The model of a player, next to the real site: the balance, owned items, withdrawals in progress, and used items. It
// knows no odds: it takes draws from the responses, and computes their consequences itself.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { WithdrawalState } from '../../src/game/withdrawal/withdrawal.ts'
import { itemStateIn } from '../../src/game/withdrawal/withdrawal.ts'
import { SESSION_DAYS } from '../../src/server/services/account/sessions.ts'
import { withdrawalsOf } from '../support/players/withdrawals.ts'
import type { ClockedSite } from '../support/sites/clock-site.ts'
import type { Answer, Browser } from '../support/sites/site.ts'

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
  /** Items in a live withdrawal. */
  readonly trades: Map<string, Trade>
  /** Items that were sold, staked, replaced or withdrawn. */
  readonly gone: string[]
  readonly deposits: { readonly atMs: number; readonly amount: number }[]
  readonly raffles: Set<string>
  readonly claims: Set<string>
  excludedUntilMs: number
  /** The time when the session ends. */
  sessionUntilMs: number
  promoUsed: boolean
  /** The last successful call with an idempotency key. */
  last: { readonly path: string; readonly body: object; readonly key: string; readonly answer: object } | undefined
}

/** The real site. */
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

/** A game of one player: the model, the real site, and the calls of moves on both. */
export class ModelGame {
  readonly model: Model
  readonly real: Real

  constructor(model: Model, real: Real) {
    this.model = model
    this.real = real
  }

  get isExcluded(): boolean {
    return this.model.excludedUntilMs > this.real.clock.nowMs
  }

  /** Advances the time. A player whose session ends by it is a guest, and signs in again. */
  async moveClock(ms: number): Promise<void> {
    const { clock, site } = this.real
    clock.nowMs += ms
    site.setClock(new Date(clock.nowMs).toISOString())
    if (clock.nowMs < this.model.sessionUntilMs) return
    expect((await this.get('/api/user/get')).status).toBe(401)
    await this.signIn()
  }

  /** A new session; an existing one stays. */
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

  /** Makes a call with a key, and stores it if it succeeded. */
  async call(path: string, body: object): Promise<Answer['body']> {
    const key = randomUUID()
    const answer = await this.real.player.post(path, body, { 'idempotency-key': key })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    if (answer.body.success === true) this.model.last = { path, body, key, answer: answer.body }
    return answer.body
  }

  /** Makes a call that must be refused with a code; undefined where the model does not know the code. */
  async refused(path: string, body: object, code: string | undefined): Promise<void> {
    expect(await this.call(path, body)).toMatchObject({ success: false, ...(code === undefined ? {} : { code }) })
  }

  /** Makes a call that must succeed, and changes the balance as the response implies. */
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

  /** Returns the oldest items, up to a number, and their value. */
  oldest(count: number): { ids: string[]; worth: number } {
    const chosen = [...this.model.owned].slice(0, count)
    return { ids: chosen.map(([id]) => id), worth: chosen.reduce((sum, [, price]) => sum + price, 0) }
  }

  /** Runs the jobs, and reads the states of trades from the site; the model derives the consequences for the items. */
  async runJobs(): Promise<void> {
    const { site, player, clock } = this.real
    await site.jobs.withdrawals.runOnce()
    await site.jobs.raffles.runOnce()
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
      // No item is gone before Steam's protection has ended, unless the test ended it.
      if (item === 'withdrawn') expect(clock.nowMs - sinceMs).toBeGreaterThan(0)
    }
    await this.#takeRafflePrizes()
  }

  /** The winner of a raffle cannot be predicted. */
  async #takeRafflePrizes(): Promise<void> {
    const { items } = (await this.get('/api/user/items?sort=new')).body
    for (const { id, price, source } of items) {
      if (source !== 'raffle' || this.model.owned.has(id)) continue
      expect(this.model.gone).not.toContain(id)
      this.model.owned.set(id, price)
    }
  }

  /** Compares the site's data of the player with the model. */
  async expectAgreement(): Promise<void> {
    const { user } = (await this.get('/api/user/get')).body
    expect(user.balance).toBe(this.model.balance)
    const { total } = (await this.get('/api/user/items')).body
    const { ids, worth } = this.oldest(Number.POSITIVE_INFINITY)
    expect(total).toEqual({ count: ids.length, sum: worth })
  }
}
