// What the source of prices says about the item of a withdrawal, and how far it may have risen.

import type { Cents } from '../../../game/base/money.ts'
import { sendableRisePercent } from '../../../game/prices/chosen-price.ts'
import { RefusalError } from '../../base/refusal.ts'
import { ImportFailed } from '../../catalogue/import/source.ts'
import type { SourcePriceOf } from '../../catalogue/prices/source-price.ts'
import type { LoadedCatalogue } from '../../catalogue/reloadable-catalogue.ts'
import { TradeFailed } from '../../trade/provider.ts'
import type { WithdrawalOfItem } from './transitions.ts'

type Priced = Pick<WithdrawalOfItem, 'item'>

/**
 * Asks the source before an item is sent; undefined where none is asked, or it does not name the item.
 *
 * @throws TradeFailed when it does not respond: then the withdrawal waits
 */
export async function quoteToSend(
  sourcePriceOf: SourcePriceOf | undefined,
  { item }: Priced,
): Promise<Cents | undefined> {
  try {
    return await sourcePriceOf?.(item)
  } catch (error) {
    if (error instanceof ImportFailed) throw new TradeFailed(`the source of prices: ${error.message}`)
    throw error
  }
}

/**
 * Asks the source for a player.
 *
 * @throws RefusalError 'price-old' when it does not respond
 */
export async function quoteToShow(
  sourcePriceOf: SourcePriceOf | undefined,
  { item }: Priced,
): Promise<Cents | undefined> {
  try {
    return await sourcePriceOf?.(item)
  } catch (error) {
    if (error instanceof ImportFailed) throw new RefusalError('price-old')
    throw error
  }
}

/**
 * Returns by how many percent the item of a withdrawal may have risen. Items that were chosen have a tighter bound where there is a source to ask,
 * also when it does not name them: nothing on offer is what a jump looks like.
 */
export function risePercent(
  { source }: Pick<WithdrawalOfItem, 'source'>,
  { payments, priceRules }: Pick<LoadedCatalogue, 'payments' | 'priceRules'>,
  hasSource: boolean,
): number {
  const { priceRisePercent } = payments
  return hasSource ? sendableRisePercent(source, priceRules, priceRisePercent) : priceRisePercent
}
