// How this site hands over items: by its own account at Steam, or in the sandbox by a stand-in on the same server.
import { join } from 'node:path'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Language } from '../../game/language.ts'
import type { Config } from '../config.ts'
import type { Turns } from '../jobs/turns.ts'
import type { TradeProvider } from './provider.ts'

export interface TradeSide {
  /** Undefined where none is set up. */
  readonly provider: TradeProvider | undefined
  /** True when players may ask for new withdrawals; those under way go on either way. */
  readonly isOpen: boolean
  /** The stand-in's pages; undefined in live mode, where its code is not even loaded. */
  readonly standIn: FastifyPluginAsync<{ languageOf: (request: FastifyRequest) => Language }> | undefined
}

export interface TradeSideOptions {
  readonly config: Config & { readonly secret: string }
  readonly now: () => number
  readonly turns: Turns
}

/** Longer than choosing an item and offering it may take, each of its calls to Steam at its slowest. */
const CHOOSING = { leaseMs: 10 * 60_000, waitMs: 60_000 } as const

async function live({ config, now, turns }: TradeSideOptions): Promise<TradeProvider | undefined> {
  if (config.steamTrade === undefined) return undefined
  const { createSteamTrade } = await import('./steam/steam.ts')
  const alone = <T>(work: () => Promise<T>): Promise<T> => turns.alone('choosing at Steam', CHOOSING, work)
  return createSteamTrade({ ...config.steamTrade, siteName: config.siteName, now, alone })
}

/** The provider for the mode and the keys of the settings. Play money never buys anything at Steam, whatever keys are set. */
export async function openTrade(options: TradeSideOptions): Promise<TradeSide> {
  const { config, now } = options
  if (config.mode === 'live') {
    const provider = await live(options)
    return { provider, isOpen: config.withdrawals && provider !== undefined, standIn: undefined }
  }
  const { createSandboxTrade } = await import('./sandbox/sandbox.ts')
  const { secret, siteUrl } = config
  const sandbox = createSandboxTrade({ secret, siteUrl, folder: join(config.dataDir, 'sandbox-trades'), now })
  return { provider: sandbox.provider, isOpen: config.withdrawals, standIn: sandbox.pages }
}
