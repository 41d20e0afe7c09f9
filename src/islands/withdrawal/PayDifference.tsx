// The offer to pay what an item costs more since it was won, where the site makes it.
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { loadDifference, payDifference, type WithdrawalOutcome } from '../../stores/withdrawal/withdrawals.ts'
import { Button } from '../ui/controls/Button.tsx'

interface PayDifferenceProps {
  readonly itemId: string
  /** The item's name. */
  readonly item: string
  onOutcome(asked: WithdrawalOutcome): void
}

export function PayDifference({ itemId, item, onOutcome }: PayDifferenceProps): ReactElement | null {
  const { t } = useTranslation('withdrawal')
  const [difference, setDifference] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const load = useCallback(async () => setDifference(await loadDifference(itemId)), [itemId])
  useEffect(() => void load(), [load])
  if (difference === null) return null

  const pay = async (): Promise<void> => {
    setBusy(true)
    const asked = await payDifference(itemId, difference)
    onOutcome(asked)
    // The price has changed since it was read.
    if (asked.kind === 'refused') await load()
    setBusy(false)
  }

  const way = difference === 0 ? 'get' : 'pay'
  const words = { amount: formatMoney(difference), item }
  return (
    <Button loading={isBusy} aria-label={t(`ways.${way}Item`, words)} onClick={() => void pay()}>
      {t(`ways.${way}`, words)}
    </Button>
  )
}
