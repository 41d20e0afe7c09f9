// The sale of drops of the result: coins fly to the balance, and screen readers get the message of the server.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SaleOutcome } from '../../stores/inventory/item-sale.ts'
import { play } from '../../stores/kernel/sound.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { flyToBalance } from '../ui/fly-to-balance.ts'

interface DropSale {
  /** Waits for a sale and shows its outcome; `lane` is the place of the drop that the coins leave, the best one without it. */
  settle(sale: Promise<SaleOutcome>, lane?: number): Promise<void>
  /** The message of the last sale. */
  readonly message: string
}

export function useDropSale(): DropSale {
  const { t } = useTranslation('common')
  const [message, setMessage] = useState('')
  return {
    message,
    async settle(sale, lane) {
      const outcome = await sale
      if (outcome.kind === 'failed') toast('error', t('errors.sellFailed'))
      else if (outcome.kind === 'refused') toast('error', outcome.message)
      else {
        setMessage(outcome.message)
        play('sell')
        flyToBalance(document.querySelector(lane === undefined ? '[data-lane]' : `[data-lane="${lane}"]`))
      }
    },
  }
}
