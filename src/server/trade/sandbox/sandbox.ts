// The sandbox's trade module: a provider, and the pages where a visitor chooses the outcome of each trade.
import { createHmac } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { type SentOffer, TradeFailed, type TradeProvider, type TradeState } from '../provider.ts'
import { MOUNT, type TradeStandInOptions, tradeStandIn } from './stand-in.ts'
import { createTradeStore, type SandboxTrade } from './trade-store.ts'

export interface SandboxTradeOptions {
  /** The secret that references are derived from, so that nobody can guess another player's. */
  readonly secret: string
  /** The public URL of the site. */
  readonly siteUrl: string
  /** The folder of the stored trades. */
  readonly folder: string
  readonly now: () => number
}

export interface SandboxTradeModule {
  readonly provider: TradeProvider
  /** Register it with the prefix `/sandbox/trade`. */
  readonly pages: FastifyPluginAsync<Pick<TradeStandInOptions, 'languageOf' | 'itemText'>>
}

/** Returns the state of a trade for the provider. */
function stateOf({ state, protectedUntil }: SandboxTrade, nowMs: number): TradeState {
  switch (state) {
    case 'waiting':
      return { kind: 'waiting' }
    case 'declined':
    case 'expired':
      return { kind: 'declined', reason: state, note: state }
    case 'cancelled':
      return { kind: 'declined', reason: 'expired', note: state }
    case 'held':
      return { kind: 'accepted' }
    case 'exchanged':
      return { kind: 'exchanged', until: new Date(protectedUntil ?? nowMs), isSettled: (protectedUntil ?? 0) <= nowMs }
    case 'reversed':
      return { kind: 'reversed', note: 'reversed by the player' }
  }
}

/** Creates the trades of the sandbox. */
export function createSandboxTrade({ secret, siteUrl, folder, now }: SandboxTradeOptions): SandboxTradeModule {
  const store = createTradeStore(folder)
  const listeners: ((reference: string) => void)[] = []
  const referenceOf = (id: string): string =>
    `sbt_${createHmac('sha256', secret).update(`sandbox-trade:${id}`).digest('base64url').slice(0, 22)}`

  const urlOf = (reference: string): string => `${siteUrl}${MOUNT}?${new URLSearchParams({ offer: reference })}`

  async function existingTrade(reference: string): Promise<SandboxTrade> {
    const trade = await store.trade(reference)
    if (trade === undefined) throw new TradeFailed('The sandbox: there is no such trade')
    return trade
  }

  async function offer(order: Parameters<TradeProvider['offer']>[0]): Promise<SentOffer> {
    const reference = referenceOf(order.id)
    const known = await store.trade(reference)
    if (known === undefined || known.state === 'cancelled') {
      const stock = await store.stock(new URL(order.tradeLink).searchParams.get('partner') ?? '0')
      if (stock === 'none') return { kind: 'unavailable' }
      if (stock === 'refused') return { kind: 'refused', note: 'the sandbox refuses this player' }
      if (stock === 'silent') throw new TradeFailed('The sandbox: no answer')
      const made = { marketHashName: order.marketHashName, state: 'waiting', protectedUntil: null } as const
      await (known === undefined ? store.add(reference, made) : store.change(reference, made))
    }
    return { kind: 'offered', reference, url: urlOf(reference) }
  }

  return {
    provider: {
      name: 'sandbox',
      condition: () => ({ isSignedIn: undefined, stock: undefined }),
      look: async () => undefined,
      standIn: store.overview,
      offer,
      urlOf,
      find: async (order) => {
        const reference = referenceOf(order.id)
        const known = await store.trade(reference)
        return known === undefined || known.state === 'cancelled' ? undefined : reference
      },
      fetchState: async (reference) => stateOf(await existingTrade(reference), now()),
      cancel: async (reference) => {
        const trade = await existingTrade(reference)
        if (trade.state === 'waiting') await store.change(reference, { ...trade, state: 'cancelled' })
      },
      onUpdate: (listener) => void listeners.push(listener),
      close: async () => undefined,
    },
    pages: async (app, { languageOf, itemText }) => {
      const onMove = (reference: string): void => {
        for (const listener of listeners) listener(reference)
      }
      await tradeStandIn(app, { store, siteUrl, languageOf, itemText, now, onMove })
    },
  }
}
