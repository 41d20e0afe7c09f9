// What the factories of features share: the site's components, and the services of the folders below the features.
import type { FastifyBaseLogger } from 'fastify'
import type { SteamAccount } from '../../../game/base/steam-account.ts'
import type { GiftRules, Rewards } from '../../../game/rewards/rewards.ts'
import type { Settings } from '../../../protocol/settings.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { Beacon } from '../../beacon/beacon.ts'
import type { ActiveCatalogue, LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { SourcePriceOf } from '../../catalogue/prices/source-price.ts'
import type { Database } from '../../db/database.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import type { ReadRates } from '../../payments/rates.ts'
import type { PushModule } from '../../push/push.ts'
import type { TradeModule } from '../../trade/providers.ts'
import { createIdempotency, type Idempotency, type KeyReader } from '../calls/idempotency.ts'
import { createSwitches, type Switches } from '../calls/switches.ts'
import { type ChosenPrices, createChosenPrices } from '../money/chosen-price.ts'
import { createFallenWorth, type FallenWorth } from '../money/fallen-worth.ts'
import { createDrawnCatalogue } from './in-force.ts'
import { createSeeds, type Seeds } from './seeds.ts'

/** What a site is made of; jobs, sockets and routes share them. */
export interface Components {
  readonly db: Database
  readonly catalogue: ActiveCatalogue
  readonly events: SiteEvents
  readonly now: () => number
  /** The time zone in which the site's days, nights and weeks begin. */
  readonly timeZone: string
  /** After how many days without a call a session ends. */
  readonly sessionIdleDays: number
  /** The site's secret, which cards are hashed with. */
  readonly secret: string
  /** True in the sandbox: new players are given play money. */
  readonly playMoney: boolean
  readonly payments: {
    readonly providers: readonly PaymentProvider[]
    readonly rates: ReadRates
    /** The site's public URL, without a slash at its end. */
    readonly siteUrl: string
  }
  /** The beacon that raffles are drawn from; null for committed seeds. */
  readonly beacon: Beacon | null
  /** The other chains that what was locked on them is drawn from. */
  readonly otherBeacons: readonly Beacon[]
  /** True where prices must not be old for what is chosen or drawn: they have a source, and money is real. */
  readonly needsFreshPrices: boolean
  /** What the source of prices says about an item now; undefined for play money and without a source. */
  readonly sourcePriceOf?: SourcePriceOf | undefined
  /** The trade provider. */
  readonly trade: Pick<TradeModule, 'provider' | 'isOpen'>
  /** True when deposits hold items, new card accounts are limited, and a person checks unusual withdrawals. */
  readonly checks: boolean
  /** Asks Steam about an account; throws SteamAccountUnknown. */
  readonly steamAccountOf: (steamid: string) => Promise<SteamAccount>
  /** Sends push messages; undefined where the site sends none. */
  readonly push: PushModule | undefined
  /** The operator's accounts with social networks; empty for none. */
  readonly social: () => Settings['social']
  readonly log: FastifyBaseLogger
}

export interface ServiceParts extends Omit<Components, 'catalogue'> {
  /** Returns the catalogue in force. */
  readonly catalogue: () => LoadedCatalogue
  /** Activates the newest edition, where there is one that this instance has not read. */
  readonly refreshCatalogue: () => Promise<void>
  readonly rewards: () => Rewards
  readonly gifts: () => GiftRules
  readonly onCatalogueChange: (listener: () => void) => void
  readonly idempotency: Idempotency & KeyReader
  readonly seeds: Seeds
  readonly fallenWorth: FallenWorth
  readonly chosenPrices: ChosenPrices
  /** Returns the catalogue in force for what is drawn; refused with 'prices-old' while its list is too old. */
  readonly drawnCatalogue: () => LoadedCatalogue
  /** What staff switched off. */
  readonly switches: Switches
}

/** Makes the parts that features share over the components of a site. */
export function createServiceParts(components: Components): ServiceParts {
  const { db, events } = components
  const catalogue = () => components.catalogue.current
  return {
    ...components,
    catalogue,
    refreshCatalogue: () => components.catalogue.refresh(),
    rewards: () => catalogue().rewards,
    gifts: () => catalogue().rewards.gifts,
    onCatalogueChange: (listener) => components.catalogue.onChange(listener),
    idempotency: createIdempotency(db),
    seeds: createSeeds({ db, events }),
    fallenWorth: createFallenWorth(db),
    chosenPrices: createChosenPrices(components),
    drawnCatalogue: createDrawnCatalogue({ ...components, catalogue }),
    switches: createSwitches(components),
  }
}
