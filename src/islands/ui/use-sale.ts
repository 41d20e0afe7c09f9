// Shows the outcome of a sale: the message of the server, or our own when no answer came.
import { useTranslation } from 'react-i18next'
import type { SaleOutcome } from '../../stores/inventory/item-sale.ts'
import { toast } from '../../stores/kernel/toasts.ts'

/** Returns the function that waits for a sale and shows its message. */
export function useSale(): (sale: SaleOutcome | Promise<SaleOutcome>) => Promise<void> {
  const { t } = useTranslation('common')
  return async (sale) => {
    const outcome = await sale
    if (outcome.kind === 'failed') toast('error', t('errors.sellFailed'))
    else toast(outcome.kind === 'sold' ? 'success' : 'error', outcome.message)
  }
}
