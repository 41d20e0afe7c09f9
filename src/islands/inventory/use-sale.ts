// Shows the outcome of a sale: coins that fly to the balance, and the message of the server, or our own when no answer came.
import { useTranslation } from 'react-i18next'
import type { SaleOutcome } from '../../stores/inventory/item-sale.ts'
import { play } from '../../stores/kernel/sound.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { flyToBalance } from '../ui/money/fly-to-balance.ts'

/**
 * Returns the function that waits for a sale and shows its outcome; null for nothing to sell shows nothing. Coins fly from `from`, which
 * is measured at the call, because a button that sells disappears with its item.
 */
export function useSale(): (
  sale: SaleOutcome | null | Promise<SaleOutcome | null>,
  from?: Element | null,
) => Promise<void> {
  const { t } = useTranslation('common')
  return async (sale, from = null) => {
    const place = from?.getBoundingClientRect() ?? null
    const outcome = await sale
    if (outcome === null) return
    if (outcome.kind === 'failed') toast('error', t('errors.sellFailed'))
    else if (outcome.kind === 'refused') toast('error', outcome.message)
    else {
      toast('success', outcome.message, { sound: null })
      play('sell')
      flyToBalance(place)
    }
  }
}
