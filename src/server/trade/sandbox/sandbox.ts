// The sandbox's side of Steam: a provider, and the pages where a visitor decides how each trade goes.
import { createHmac } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Language } from '../../../game/language.ts'
import { type Offered, TradeFailed, type TradeProvider, type TradeState } from '../provider.ts'
import { createShelf, type SandboxTrade } from './shelf.ts'
import { MOUNT, tradeStandIn } from './stand-in.ts'

export interface SandboxTradeOptions {
  /** References are made from it, so that nobody guesses another player's. */
  readonly secret: string
  /** Where players reach the site. */
  readonly siteUrl: string
  /** Where the trades are kept. */
  readonly folder: string
  readonly now: () => number
}

export interface SandboxTradeSide {
  readonly provider: TradeProvider
  /** Register it with the prefix `/sandbox/trade`. */
  readonly pages: FastifyPluginAsync<{ languageOf: (request: FastifyRequest) => Language }>
}

/** How a trade stands, as its provider tells it. */
function stateOf({ state, protectedUntil }: SandboxTrade, nowMs: number): TradeState {
  switch (state) {
    case 'waiting':
      return { kind: 'waiting' }
    case 'declined':
    case 'expired':
      return { kind: 'declined', reason: state, note: state }
    case 'held':
      return { kind: 'accepted' }
    case 'exchanged':
      return { kind: 'exchanged', until: new Date(protectedUntil ?? nowMs), isSettled: (protectedUntil ?? 0) <= nowMs }
    case 'reversed':
      return { kind: 'reversed', note: 'reversed by the player' }
  }
}

/** The sandbox's trades. */
export function createSandboxTrade({ secret, siteUrl, folder, now }: SandboxTradeOptions): SandboxTradeSide {
  const shelf = createShelf(folder)
  const listeners: ((reference: string) => void)[] = []
  const referenceOf = (id: string): string =>
    `sbt_${createHmac('sha256', secret).update(`sandbox-trade:${id}`).digest('base64url').slice(0, 22)}`

  async function found(reference: string): Promise<SandboxTrade> {
    const trade = await shelf.trade(reference)
    if (trade === undefined) throw new TradeFailed('The sandbox: there is no such trade')
    return trade
  }

  async function offer(order: Parameters<TradeProvider['offer']>[0]): Promise<Offered> {
    const reference = referenceOf(order.id)
    if ((await shelf.trade(reference)) === undefined) {
      const stock = await shelf.stock(new URL(order.tradeLink).searchParams.get('partner') ?? '0')
      if (stock === 'none') return { kind: 'unavailable' }
      if (stock === 'refused') return { kind: 'refused', note: 'the sandbox refuses this player' }
      if (stock === 'silent') throw new TradeFailed('The sandbox: no answer')
      await shelf.add(reference, { marketHashName: order.marketHashName, state: 'waiting', protectedUntil: null })
    }
    return { kind: 'offered', reference, url: `${siteUrl}${MOUNT}?${new URLSearchParams({ offer: reference })}` }
  }

  return {
    provider: {
      name: 'sandbox',
      offer,
      ask: async (reference) => stateOf(await found(reference), now()),
      cancel: async (reference) => {
        const trade = await found(reference)
        if (trade.state === 'waiting') await shelf.change(reference, { ...trade, state: 'expired' })
      },
      onNews: (listener) => void listeners.push(listener),
      close: async () => undefined,
    },
    pages: async (app, { languageOf }) => {
      const onMove = (reference: string): void => {
        for (const listener of listeners) listener(reference)
      }
      await tradeStandIn(app, { shelf, siteUrl, languageOf, now, onMove })
    },
  }
}
