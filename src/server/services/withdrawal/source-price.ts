// What the source of prices says about the item of a withdrawal, and how far it may have risen.
import { type Cents, cents } from '../../../game/base/money.ts'
import { sendableRisePercent } from '../../../game/prices/chosen-price.ts'
import { hasJumped } from '../../../game/prices/price-rules.ts'
import { RefusalError } from '../../base/refusal.ts'
import { ImportFailed } from '../../catalogue/import/source.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { SourcePriceOf } from '../../catalogue/prices/source-price.ts'
import { TradeFailed } from '../../trade/provider.ts'
import { priceNow } from './review-facts.ts'
import type { WithdrawalOfItem } from './transitions.ts'

type Priced = Pick<WithdrawalOfItem, 'item' | 'catalogueId' | 'price'>
type Accepted = Pick<LoadedCatalogue, 'catalogue' | 'priceRules'>

/** Tells whether a quote is no price: it is further from the accepted one than the class allows, such as one in another unit or currency. */
function isOdd(quote: Cents | undefined, { catalogueId, price }: Priced, loaded: Accepted): quote is Cents {
  return quote !== undefined && hasJumped(loaded.priceRules, priceNow(loaded, catalogueId, cents(price)), quote)
}

/**
 * Asks the source before an item is sent; undefined where none is asked, or it does not name the item.
 *
 * @throws TradeFailed when it does not respond: then the withdrawal waits
 */
export async function quoteToSend(
  sourcePriceOf: SourcePriceOf | undefined,
  { item }: Pick<Priced, 'item'>,
): Promise<Cents | undefined> {
  try {
    return await sourcePriceOf?.(item)
  } catch (error) {
    if (error instanceof ImportFailed) throw new TradeFailed(`the source of prices: ${error.message}`)
    throw error
  }
}

/**
 * Checks what the source said before an item is sent whose price nothing holds.
 *
 * @throws TradeFailed for a quote that is no price: then the withdrawal waits, as when there is no answer
 */
export function assertQuote(quote: Cents | undefined, withdrawal: Priced, loaded: Accepted): void {
  if (!isOdd(quote, withdrawal, loaded)) return
  const { market_hash_name: name } = withdrawal.item
  throw new TradeFailed(`the source of prices: ${name} is at ${quote} cents, too far from the accepted price`)
}

/**
 * Asks the source for a player.
 *
 * @throws RefusalError 'price-old' when it does not respond, or its quote is no price
 */
export async function quoteToShow(
  sourcePriceOf: SourcePriceOf | undefined,
  withdrawal: Priced,
  loaded: Accepted,
): Promise<Cents | undefined> {
  try {
    const quote = await sourcePriceOf?.(withdrawal.item)
    if (isOdd(quote, withdrawal, loaded)) throw new RefusalError('price-old')
    return quote
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
