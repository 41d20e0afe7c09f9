// What services and jobs are made over: values of the settings, and what was opened by them.

import type { TextsSource } from '../../content/shop-texts.ts'
import { openBeacon, openOtherBeacons } from '../beacon/open-beacon.ts'
import { createPriceSources } from '../catalogue/prices/price-sources.ts'
import { createSourcePrices, type SourcePriceOf } from '../catalogue/prices/source-price.ts'
import type { Config } from '../config/config.ts'
import { accountsOf } from '../config/social-accounts.ts'
import type { JobComponents } from '../jobs/jobs.ts'
import type { PaymentModule } from '../payments/providers.ts'
import type { ReadRates } from '../payments/rates.ts'
import type { RefundSources } from '../services/office/order-acts.ts'
import type { Components } from '../services/rolls/service-parts.ts'
import type { Services } from '../services/services.ts'
import type { SteamModule } from './steam-module.ts'

type SiteComponents = Components & JobComponents

export interface Opened
  extends Pick<
    SiteComponents,
    'db' | 'catalogue' | 'events' | 'lease' | 'now' | 'syncClock' | 'trade' | 'push' | 'log'
  > {
  readonly steam: Pick<SteamModule, 'accountOf'>
  readonly payments: Pick<PaymentModule, 'providers'>
  readonly rates: ReadRates
  /** What the shop may edit. */
  readonly texts: Pick<TextsSource, 'current'>
}

/** Makes the look-up of prices at their source; undefined for play money and without a source. */
function openSourcePrices(
  { mode, prices }: Pick<Config, 'mode' | 'prices'>,
  { catalogue, now }: Pick<Opened, 'catalogue' | 'now'>,
): SourcePriceOf | undefined {
  if (mode !== 'live' || prices === undefined) return undefined
  const provider = createPriceSources(prices.from, fetch)
  return createSourcePrices({ provider, catalogue: () => catalogue.current, now })
}

/** Returns the components of a site. */
export function componentsOf(
  config: Config & { readonly secret: string },
  { steam, payments, rates, texts, ...opened }: Opened,
): SiteComponents {
  return {
    ...opened,
    steamAccountOf: steam.accountOf,
    timeZone: config.timeZone,
    sessionIdleDays: config.sessionIdleDays,
    secret: config.secret,
    playMoney: config.mode === 'sandbox',
    needsFreshPrices: config.mode === 'live' && config.prices !== undefined,
    sourcePriceOf: openSourcePrices(config, opened),
    checks: config.withdrawalChecks,
    payments: { providers: payments.providers, rates, siteUrl: config.siteUrl },
    beacon: openBeacon(config),
    otherBeacons: openOtherBeacons(config),
    social: () => accountsOf(config, texts.current.brand),
  }
}

/** Returns what refunds by the staff ask of a site: its providers, and the rules of the catalogue in force. */
export function refundSources(
  { config, catalogue, now }: Pick<Opened, 'catalogue' | 'now'> & { readonly config: Pick<Config, 'timeZone'> },
  { providers }: Pick<PaymentModule, 'providers'>,
  { settlement }: Pick<Services, 'settlement'>,
): RefundSources {
  const rules = (): ReturnType<RefundSources['rules']> => {
    const { current: loaded } = catalogue
    const { freeCases, gifts } = loaded.rewards
    return { timeZone: config.timeZone, freeCases, loaded, gifts }
  }
  return { providers, rules, now, announceRefund: settlement.announceRefund }
}
