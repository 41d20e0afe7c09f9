// The trade module: the shop's own account at Steam, or in the sandbox a stand-in on the same server.
import { join } from 'node:path'
import { brandName } from '../../i18n/text.ts'
import type { Config } from '../config/config.ts'
import type { JobLease } from '../db/job-lease.ts'
import type { TradeProvider } from './provider.ts'
import type { SandboxTradeModule } from './sandbox/sandbox.ts'

export interface TradeModule {
  /** Undefined when none is configured. */
  readonly provider: TradeProvider | undefined
  /** True when players may request new withdrawals; those under way go on either way. */
  readonly isOpen: boolean
  /** The stand-in's pages; undefined in live mode, where its code is not even loaded. */
  readonly standIn: SandboxTradeModule['pages'] | undefined
}

export interface TradeModuleOptions {
  readonly config: Config & { readonly secret: string }
  readonly now: () => number
  readonly lease: JobLease
}

/** The lease is renewed while an item is chosen and offered: it only has to outlast some renewals. */
const CHOOSING = { leaseMs: 60_000, waitMs: 60_000 } as const

async function live({ config, now, lease }: TradeModuleOptions): Promise<TradeProvider | undefined> {
  if (config.steamTrade === undefined) return undefined
  const { createSteamTrade } = await import('./steam/steam.ts')
  const runExclusively = <T>(work: (assertHeld: () => Promise<void>) => Promise<T>): Promise<T> =>
    lease.runExclusively('choosing at Steam', CHOOSING, work)
  return createSteamTrade({ ...config.steamTrade, siteName: brandName, now, runExclusively })
}

/** Opens the provider for the mode and keys of the settings. The sandbox never trades at Steam, even with keys. */
export async function openTrade(options: TradeModuleOptions): Promise<TradeModule> {
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
