// The confirmation before all items are sold: their number and the sum.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatCount, formatMoney } from '../../../i18n/format.ts'
import { $account, loadAccount } from '../../../stores/account/account.ts'
import { $selling, sellAllItems } from '../../../stores/inventory/inventory-selection.ts'
import { useSale } from '../../inventory/use-sale.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { Dialog } from '../../ui/messages/Dialog.tsx'
import { Price } from '../../ui/money/Price.tsx'
import styles from './items-tab.module.css'

interface SellAllDialogProps {
  readonly open: boolean
  onClose(): void
}

export function SellAllDialog({ open, onClose }: SellAllDialogProps): ReactElement {
  const { t } = useTranslation('dashboard')
  return (
    <Dialog open={open} onClose={onClose} label={t('sellAll.title')}>
      <Confirmation onClose={onClose} />
    </Dialog>
  )
}

function Confirmation({ onClose }: { onClose: () => void }): ReactElement {
  const { t, i18n } = useTranslation('dashboard')
  const account = useStore($account)
  const isSelling = useStore($selling)
  const settle = useSale()
  const [isFresh, setFresh] = useState(false)
  // The numbers are of the items owned now, not of those when the page was loaded.
  useEffect(() => {
    void loadAccount().then(() => setFresh(true))
  }, [])
  const items = isFresh && account.status === 'ready' ? account.items : null
  const sell = async (from: Element): Promise<void> => {
    await settle(sellAllItems(items?.worth), from)
    onClose()
  }
  return (
    <div className={styles.confirmation}>
      <h2>{t('sellAll.title')}</h2>
      <p className={styles.sum} aria-busy={items === null}>
        {items === null ? (
          <Skeleton width="100%" height={30} />
        ) : (
          <>
            <span>
              {t('head.count', { count: items.count, shown: formatCount(items.count, i18n.language as Language) })}
            </span>
            <strong>
              <Price cents={items.worth} />
            </strong>
          </>
        )}
      </p>
      <p>{t('sellAll.text')}</p>
      <div className={styles.dialogActions}>
        <Button size="l" disabled={isSelling} onClick={onClose}>
          {t('sellAll.keep')}
        </Button>
        <Button
          tone="danger"
          size="l"
          loading={isSelling}
          disabled={items === null || items.count === 0}
          onClick={(event) => void sell(event.currentTarget)}
        >
          {t('items.sell', { sum: formatMoney(items?.worth ?? 0) })}
        </Button>
      </div>
    </div>
  )
}
