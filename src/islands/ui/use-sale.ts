// Says what became of a sale, as the specification has it: the server's message, or our own when it could not be asked.
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../stores/opening.ts'
import { toast } from '../../stores/toasts.ts'

/** Waits for a sale and shows its message. */
export function useSale(): (sale: Sale | Promise<Sale>) => Promise<void> {
  const { t } = useTranslation('common')
  return async (sale) => {
    const outcome = await sale
    if (outcome.kind === 'failed') toast('error', t('errors.sellFailed'))
    else toast(outcome.kind === 'sold' ? 'success' : 'error', outcome.message)
  }
}
